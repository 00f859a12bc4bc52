import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { createApifyProvider } from '#src/research/providers/social/apify.ts'
import { startServer } from '../../support/local-server.ts'

type Start = { path: string; query: URLSearchParams; input: Record<string, unknown>; authorization: string | undefined }

/** What the platform does instead of the requested operation. */
export type Trouble = (response: ServerResponse, request: IncomingMessage) => void

export const replyWithStatus =
  (code: number, headers: Record<string, string> = {}, body = '{"error":{"type":"trouble","message":"no"}}'): Trouble =>
  (response) =>
    response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(body)

export const severConnection: Trouble = (response) => response.destroy()

/** The part of the Apify API, version 2, that starts a run, shows its state, and lists its items page by page. */
export async function startApifyServer(t: Parameters<typeof startServer>[0], items: readonly unknown[] = []) {
  const platform = {
    starts: [] as Start[],
    standing: 'SUCCEEDED',
    items,
    /** Set by a test: instead of the response to a start, or to any other request. */
    startTrouble: undefined as Trouble | undefined,
    trouble: undefined as Trouble | undefined,
    /** Set by a test: the response to a start waits for it. */
    onStart: undefined as ((input: Record<string, unknown>) => unknown) | undefined,
  }
  const answer = (response: ServerResponse, body: unknown, code = 200, headers: Record<string, string> = {}) =>
    response
      .writeHead(code, { 'content-type': 'application/json; charset=utf-8', ...headers })
      .end(JSON.stringify(body))

  async function start(url: URL, request: IncomingMessage, response: ServerResponse) {
    const input = (await json(request)) as Record<string, unknown>
    const { authorization } = request.headers
    platform.starts.push({ path: url.pathname, query: url.searchParams, input, authorization })
    await platform.onStart?.(input)
    if (platform.startTrouble !== undefined) return platform.startTrouble(response, request)
    answer(response, { data: { id: `run${platform.starts.length}`, defaultDatasetId: 'set1', status: 'READY' } }, 201)
  }

  const { base, requests } = await startServer(t, (request, response) => {
    // An idle connection that is closed just when it is reused would be a failure of the stand-in, not of the service.
    response.setHeader('connection', 'close')
    const url = new URL(request.url ?? '', 'http://apify.test')
    if (request.method === 'POST') return void start(url, request, response)
    if (platform.trouble !== undefined) return platform.trouble(response, request)
    if (url.pathname.startsWith('/v2/actor-runs/')) {
      return answer(response, { data: { id: 'run1', defaultDatasetId: 'set1', status: platform.standing } })
    }
    const offset = Number(url.searchParams.get('offset') ?? 0)
    const limit = Number(url.searchParams.get('limit') ?? 1000)
    answer(response, platform.items.slice(offset, offset + limit), 200, {
      'x-apify-pagination-total': String(platform.items.length),
      'x-apify-pagination-offset': String(offset),
      'x-apify-pagination-limit': String(limit),
    })
  })
  const settings = { APIFY_TOKEN: 'a-token', APIFY_URL: base }
  return { platform, requests, settings, provider: createApifyProvider({ token: 'apify_api_secret', url: base }) }
}

/** A post as the Instagram actor returns it. */
export const buildInstagramItem = (shortCode: string, more: Record<string, unknown> = {}) => ({
  id: `3${shortCode}`,
  type: 'Image',
  shortCode,
  caption: `Words of ${shortCode}`,
  url: `https://www.instagram.com/p/${shortCode}/`,
  timestamp: '2026-02-03T18:20:00.000Z',
  ownerUsername: 'maraquill',
  likesCount: 12,
  ...more,
})

import type { RequestListener, ServerResponse } from 'node:http'
import type { Test } from 'tap'
import { createWebPageReader } from '#src/research/providers/pages/index.ts'
import { createSearxngSearch } from '#src/research/providers/web-search.ts'
import { createNetwork } from '../providers/http/outside.ts'
import { renderPage, renderParagraph } from '../providers/pages/page.ts'
import { startServer } from '../support/local-server.ts'
import { pluck } from '../support/pluck.ts'
import { createTestContext } from '../support/test-context.ts'

/** An article that names the artist. */
export const buildArticle = (words: string, title = 'The tide table') =>
  renderPage(renderParagraph(`Mara Quill ${words}.`), `<title>${title}</title>`)

export type Reply = (response: ServerResponse) => void

export const serveStatus =
  (code: number, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(code, headers).end()

const serveHtml =
  (page: string): Reply =>
  (response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)

/** The response of a site at a path: a page, a status without one, or what is done there. */
export type Site = Record<string, string | number | Reply>

const toReply = (said: Site[string]): Reply =>
  typeof said === 'function' ? said : typeof said === 'number' ? serveStatus(said) : serveHtml(said)

/**
 * A test context whose web is one site and one search engine that lists every page of it. Both are real servers;
 * `press.example` is the site.
 */
export async function newWeb(t: Test, site: Site = {}) {
  const serve: RequestListener = ({ url = '' }, response) => toReply(site[url] ?? 404)(response)
  const pages = await startServer(t, serve, '127.0.0.2')
  const base = `http://press.example:${pages.port}`
  const engine = {
    /** Answers before the results; a status other than 200. */
    failures: [] as number[],
    /** What it answers instead of any results. */
    trouble: undefined as Reply | undefined,
    queries: [] as string[],
    /** The site's pages that it lists, and what it lists besides. */
    listed: Object.keys(site),
    more: [] as { url: string; title: string }[],
  }
  const search = await startServer(t, (request, response) => {
    engine.queries.push(new URL(request.url ?? '', 'http://search').searchParams.get('q') ?? '')
    if (engine.trouble !== undefined) return engine.trouble(response)
    const failure = engine.failures.shift()
    if (failure !== undefined) return response.writeHead(failure, failure === 429 ? { 'retry-after': '1' } : {}).end()
    const results = [...engine.listed.map((path) => ({ url: `${base}${path}`, title: path })), ...engine.more]
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }))
  })
  const network = createNetwork({ 'press.example': ['127.0.0.2'] })
  const providers = { search: createSearxngSearch({ url: search.base }), pages: createWebPageReader(network), network }
  const context = await createTestContext(t, {}, providers)
  const queue = (query = '') =>
    context.call('owner', 'GET', `/api/artist/${context.artistId}/research/discoveries${query}`)
  const review = (id: string, body: unknown, subject: string | null = 'owner') =>
    context.call(subject, 'POST', `/api/artist/${context.artistId}/research/discoveries/${id}/review`, body)
  /** The pages that were requested of the site. */
  const fetched = () => pluck(pages.requests, 'url').filter((url) => url !== '/robots.txt')
  return { context, base, engine, pages, search, queue, review, fetched }
}

export type Web = Awaited<ReturnType<typeof newWeb>>

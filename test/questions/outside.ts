import type { RequestListener, ServerResponse } from 'node:http'
import type { Test } from 'tap'
import type { Providers } from '#src/research/providers/index.ts'
import { createSearxngSearch } from '#src/research/providers/web-search.ts'
import { createNetwork } from '../providers/http/outside.ts'
import { renderPage } from '../providers/pages/page.ts'
import { startServer } from '../support/local-server.ts'
import { createTestContext } from '../support/test-context.ts'

type Reply = (response: ServerResponse) => void

export const serveHtml =
  (article: string, head?: string): Reply =>
  (response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(renderPage(article, head))

export const serveStatus =
  (code: number, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(code, headers).end()

/**
 * A test context whose web is a search instance with these responses, and one site that serves them; both are local
 * servers with the real protocols.
 */
export async function createWebContext(t: Test, site: Record<string, Reply>, others: Providers = {}) {
  const web = { site, results: Object.keys(site), trouble: undefined as Reply | undefined, queries: [] as string[] }
  const serve: RequestListener = ({ url = '' }, response) => (web.site[url] ?? serveStatus(404))(response)
  const pages = await startServer(t, serve, '127.0.0.2')
  const engine = await startServer(t, (request, response) => {
    web.queries.push(new URL(request.url ?? '', 'http://engine').searchParams.get('q') ?? '')
    if (web.trouble !== undefined) return web.trouble(response)
    const results = web.results.map((path) => ({ url: `${pages.base}${path}`, title: 'A page', content: 'Some words' }))
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ query: '', results, unresponsive_engines: [] }))
  })
  const providers = { search: createSearxngSearch({ url: engine.base }), network: createNetwork({}), ...others }
  const context = await createTestContext(t, {}, providers)
  return {
    context,
    web,
    base: pages.base,
    inside: engine.base,
    queries: engine.requests,
    /** The pages that were requested. */
    fetched: () => pages.requests.map(({ url }) => url).filter((url) => url !== '/robots.txt'),
  }
}

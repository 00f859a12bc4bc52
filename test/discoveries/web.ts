import type { Test } from 'tap'
import { createWebPageReader } from '#src/research/providers/pages/index.ts'
import { createSearxngSearch } from '#src/research/providers/web-search.ts'
import { createNetwork } from '../providers/http/outside.ts'
import { renderPage, renderParagraph } from '../providers/pages/page.ts'
import { startServer } from '../support/local-server.ts'
import { createTestContext } from '../support/test-context.ts'

/** An article that names the artist. */
export const buildArticle = (words: string, title = 'The tide table') =>
  renderPage(renderParagraph(`Mara Quill ${words}.`), `<title>${title}</title>`)

/** The response of a site at a path: a page, or a status without one. */
export type Site = Record<string, string | number>

/**
 * A test context whose web is one site and one search engine that lists every page of it. Both are real servers;
 * `press.example` is the site.
 */
export async function newWeb(t: Test, site: Site = {}) {
  const pages = await startServer(
    t,
    (request, response) => {
      const said = site[request.url ?? ''] ?? 404
      if (typeof said === 'number') response.writeHead(said).end()
      else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(said)
    },
    '127.0.0.2',
  )
  const base = `http://press.example:${pages.port}`
  const more: { url: string; title: string }[] = []
  const engine = {
    /** Answers before the results; a status other than 200. */
    failures: [] as number[],
    queries: [] as string[],
    /** What it lists besides the site's pages. */
    more,
  }
  const search = await startServer(t, (request, response) => {
    engine.queries.push(new URL(request.url ?? '', 'http://search').searchParams.get('q') ?? '')
    const failure = engine.failures.shift()
    if (failure !== undefined) return response.writeHead(failure, failure === 429 ? { 'retry-after': '1' } : {}).end()
    const results = [...Object.keys(site).map((path) => ({ url: `${base}${path}`, title: path })), ...more]
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }))
  })
  const network = createNetwork({ 'press.example': ['127.0.0.2'] })
  const providers = { search: createSearxngSearch({ url: search.base }), pages: createWebPageReader(network), network }
  const context = await createTestContext(t, {}, providers)
  const queue = (query = '') =>
    context.call('owner', 'GET', `/api/artist/${context.artistId}/research/discoveries${query}`)
  const review = (id: string, body: unknown, subject: string | null = 'owner') =>
    context.call(subject, 'POST', `/api/artist/${context.artistId}/research/discoveries/${id}/review`, body)
  return { context, site, base, engine, pages, queue, review }
}

export type Web = Awaited<ReturnType<typeof newWeb>>

import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import type { Config } from '#src/config.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { contractLinks, type Link, packageLinks } from '#src/http/docs/llms-txt.ts'
import { type RenderedPage, renderPage } from '#src/http/docs/page.ts'
import { createAsset, sendStaticAsset } from '#src/http/static-asset.ts'

/** GET /: what this is and where its pages are, as HTML. */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    const { html, policy } = renderFrontPage(config)
    const page = createAsset('html', html, policy)
    app.get('/', app.rateLimit.documents, async (request, reply) => {
      // The router takes the target `*` of an OPTIONS for this path.
      if (!request.url.startsWith('/')) throw new Problem('not_found')
      return sendStaticAsset(request, reply, page)
    })
  },
  { name: 'front-page', dependencies: ['rate-limit'] },
)

/** The pages that this deployment serves, in the order in which the front page shows them. */
const listServedPages = ({ documentsServed, metrics, chaos }: Config): Link[] => [
  { path: '/console', title: 'Console', about: 'hold sittings, read the Lore, review research' },
  ...(documentsServed ? documents : []),
  ...(chaos === undefined ? [] : [sandboxReport]),
  { path: '/ready', title: 'Readiness', about: 'whether the service takes requests' },
  // With a token configured, a browser would only see a refusal.
  ...(metrics.isServed && metrics.token === undefined
    ? [{ path: '/metrics', title: 'Metrics', about: 'for Prometheus' }]
    : []),
]

const documents: readonly Link[] = [
  { path: '/docs', title: 'API explorer', about: 'every operation, to read and to try out' },
  { path: '/guides/', title: 'Guides', about: 'from a token to a sitting: citing, conflicts, the sandbox, clients' },
  ...contractLinks,
  ...packageLinks,
  { path: '/llms.txt', title: 'For agents', about: 'all of these documents, listed as Markdown' },
]

const sandboxReport: Link = {
  path: '/sandbox/report',
  title: 'Sandbox report',
  about: 'what your client did here, and what it never met',
}

const description = 'Interviews artists in sittings and composes their Lore from what they said and what is published.'

const styles = `body { max-width: 40rem }
dt { margin-top: .75rem; font-weight: 600 }
dd { margin: 0 }
a { display: inline-block; min-height: 24px }
`

/** The front page for people, without a script, and the policy under which it is shown. */
function renderFrontPage(config: Config): RenderedPage {
  const links = listServedPages(config).map(
    ({ path, title, about }) => `<dt><a href="${path}">${title}</a></dt><dd>${about}</dd>`,
  )
  const body = `<main>
<h1>Sittings</h1>
<p>${description} Environment: ${config.environment}.</p>
<dl>
${links.join('\n')}
</dl>
${config.hasSampleData ? developerCommands : ''}</main>
`
  return renderPage({ title: 'Sittings', styles, body })
}

const developerCommands = `<h2>Commands on this machine</h2>
<p>A token of ${sampleIdentities.artistName}’s claimant:</p>
<pre tabindex="0"><code>npm run -s cli -- token --subject ${sampleIdentities.claimant}</code></pre>
<p>A whole sitting, call by call:</p>
<pre tabindex="0"><code>npm run demo</code></pre>
`

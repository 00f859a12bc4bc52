import { hasSampleData } from '#src/config/sample-data.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import type { Config } from '#src/config.ts'
import { type RenderedPage, renderPage } from './docs/page.ts'

type FrontPageLink = { path: string; title: string; purpose: string }

/** The pages that this deployment serves, in the order in which the front page shows them. */
function listServedPages({ documentsServed, metrics, chaos }: Config): FrontPageLink[] {
  const documents = [
    { path: '/docs', title: 'API explorer', purpose: 'every operation, to read and to try out' },
    {
      path: '/guides/',
      title: 'Guides',
      purpose: 'from a token to a sitting: citing, conflicts, the sandbox, clients',
    },
    { path: '/openapi.json', title: 'Contract, JSON', purpose: 'the OpenAPI document' },
    { path: '/openapi.yaml', title: 'Contract, YAML', purpose: 'the same document' },
    { path: '/workflows.arazzo.yaml', title: 'Workflows', purpose: 'sequences of calls as an Arazzo document' },
    { path: '/client.tgz', title: 'TypeScript client', purpose: 'npm installs it from this address' },
    { path: '/conformance.tgz', title: 'Conformance tests', purpose: 'npx runs them against a deployment' },
    { path: '/llms.txt', title: 'For agents', purpose: 'all of these documents, listed as Markdown' },
  ]
  return [
    { path: '/console', title: 'Console', purpose: 'hold sittings, read the Lore, review research' },
    ...(documentsServed ? documents : []),
    ...(chaos === undefined
      ? []
      : [
          {
            path: '/sandbox/report',
            title: 'Sandbox report',
            purpose: 'what your client did here, and what it never met',
          },
        ]),
    { path: '/ready', title: 'Readiness', purpose: 'whether the service takes requests' },
    // With a token configured, a browser would only see a refusal.
    ...(metrics.isServed && metrics.token === undefined
      ? [{ path: '/metrics', title: 'Metrics', purpose: 'for Prometheus' }]
      : []),
  ]
}

const description = 'Interviews artists in sittings and composes their Lore from what they said and what is published.'

const styles = `body { max-width: 40rem }
dt { margin-top: .75rem; font-weight: 600 }
dd { margin: 0 }
a { display: inline-block; min-height: 24px }
`

/** The front page for people, without a script, and the policy under which it is shown. */
export function renderFrontPage(config: Config): RenderedPage {
  const links = listServedPages(config).map(
    ({ path, title, purpose }) => `<dt><a href="${path}">${title}</a></dt><dd>${purpose}</dd>`,
  )
  const body = `<main>
<h1>Sittings</h1>
<p>${description} Environment: ${config.environment}.</p>
<dl>
${links.join('\n')}
</dl>
${hasSampleData(config) ? developerCommands : ''}</main>
`
  return renderPage({ title: 'Sittings', styles, body })
}

const developerCommands = `<h2>Commands on this machine</h2>
<p>A token of ${sampleIdentities.artistName}’s claimant:</p>
<pre tabindex="0"><code>npm run -s cli -- token --subject ${sampleIdentities.claimant}</code></pre>
<p>A whole sitting, call by call:</p>
<pre tabindex="0"><code>npm run demo</code></pre>
`

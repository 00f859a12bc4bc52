import { createHash } from 'node:crypto'
import { hasSampleData } from '#src/config/sample-data.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import type { Config } from '#src/config.ts'
import { iconAddress } from './docs/icon.ts'

type FrontPageLink = { path: string; title: string; purpose: string }

/** The pages that this deployment serves, in the order in which the front page shows them. */
export function listServedPages({ documentsServed, metrics }: Config): FrontPageLink[] {
  const documents = [
    { path: '/docs', title: 'API explorer', purpose: 'every operation, to read and to try out' },
    { path: '/openapi.json', title: 'Contract, JSON', purpose: 'the OpenAPI document' },
    { path: '/openapi.yaml', title: 'Contract, YAML', purpose: 'the same document' },
    { path: '/workflows.arazzo.yaml', title: 'Workflows', purpose: 'sequences of calls as an Arazzo document' },
  ]
  return [
    { path: '/console', title: 'Console', purpose: 'hold sittings, read the Lore, review research' },
    ...(documentsServed ? documents : []),
    { path: '/ready', title: 'Readiness', purpose: 'whether the service takes requests' },
    // With a token configured, a browser would only see a refusal.
    ...(metrics.isServed && metrics.token === undefined
      ? [{ path: '/metrics', title: 'Metrics', purpose: 'for Prometheus' }]
      : []),
  ]
}

const description = 'Interviews artists in sittings and composes their Lore from what they said and what is published.'

/** The front page for programs. */
export const describeService = (config: Config) => ({
  service: 'Sittings',
  description,
  environment: config.environment,
  links: listServedPages(config).map(({ path, title }) => ({ path, title })),
})

const styles = `:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 0 auto; padding: 1.5rem 1rem; background: Canvas; color: CanvasText }
dt { margin-top: .75rem; font-weight: 600 }
dd { margin: 0 }
a { color: light-dark(#0b5c56, #6fd3c9); display: inline-block; min-height: 24px }
pre { overflow-x: auto; padding: .75rem; border: 1px solid; border-radius: 4px }
`

/** The front page for people, without a script, and the policy under which it is shown. */
export function renderFrontPage(config: Config): { html: string; policy: string } {
  const links = listServedPages(config).map(
    ({ path, title, purpose }) => `<dt><a href="${path}">${title}</a></dt><dd>${purpose}</dd>`,
  )
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Sittings</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${iconAddress}">
<style>${styles}</style>
</head>
<body>
<main>
<h1>Sittings</h1>
<p>${description} Environment: ${config.environment}.</p>
<dl>
${links.join('\n')}
</dl>
${hasSampleData(config) ? developerCommands : ''}</main>
</body>
</html>
`
  return { html, policy: policyOf(styles) }
}

const developerCommands = `<h2>Commands on this machine</h2>
<p>A token of ${sampleIdentities.artistName}’s claimant:</p>
<pre tabindex="0"><code>npm run -s cli -- token --subject ${sampleIdentities.claimant}</code></pre>
<p>A whole sitting, call by call:</p>
<pre tabindex="0"><code>npm run demo</code></pre>
`

const policyOf = (css: string) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

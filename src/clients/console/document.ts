import { buildPolicy, type RenderedPage, renderDocument } from '#src/http/docs/page.ts'
import type { PageSettings } from './settings.ts'

/** The one document of the console, and the policy under which alone it runs. Addresses are relative to it. */
export function renderConsoleDocument(version: string, settings: PageSettings): RenderedPage {
  const folder = `console/${version}`
  const head = `<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${folder}/console.css">
<script type="application/json" id="settings">${serializeInline(settings)}</script>
<script type="module" src="${folder}/console.js"></script>
`
  const body = `<div id="console"><noscript>The console is made of JavaScript, which this browser does not run.</noscript></div>\n`
  return { html: renderDocument({ title: 'Sittings', head, body }), policy }
}

/** Nothing from another origin, nothing inline, and no text that becomes code. */
const policy = buildPolicy({
  'script-src': "'self'",
  'style-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self' data:",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
})

/** JSON that cannot end the element that contains it. */
const serializeInline = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

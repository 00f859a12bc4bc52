import { iconAddress } from '#src/http/docs/page.ts'
import type { PageSettings } from './settings.ts'

/** The one document of the console, and the policy under which alone it runs. Addresses are relative to it. */
export function renderConsoleDocument(version: string, settings: PageSettings): { html: string; policy: string } {
  const folder = `console/${version}`
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Sittings</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${iconAddress}">
<link rel="stylesheet" href="${folder}/console.css">
<script type="application/json" id="settings">${serializeInline(settings)}</script>
<script type="module" src="${folder}/console.js"></script>
</head>
<body>
<div id="console"><noscript>The console is made of JavaScript, which this browser does not run.</noscript></div>
</body>
</html>
`
  return { html, policy }
}

/** Nothing from another origin, nothing inline, and no text that becomes code. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** JSON that cannot end the element that contains it. */
const serializeInline = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

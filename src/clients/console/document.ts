import { createHash } from 'node:crypto'
import { operationContracts } from '#src/contract/document.ts'
import { iconAddress } from '#src/http/docs/icon.ts'
import type { ConsoleAssets } from './assets.ts'

/**
 * What the page gets beside its code. `sample` is there on a developer's machine alone, `guides` where the documents
 * are served.
 */
export type PageSettings = {
  environment: string
  guides: string | null
  sample: {
    command: string
    users: readonly { subject: string; role: string }[]
  } | null
}

/** The one document of the console, and the policy under which alone it runs. */
export function renderConsoleDocument(assets: ConsoleAssets, settings: PageSettings): { html: string; policy: string } {
  const importMap = serializeInline({ imports: assets.imports })
  const json = serializeInline({ ...settings, operations: listOperations() })
  const modules = [...assets.files.keys()].filter((path) => !path.endsWith('.css'))
  const preloads = modules.map((path) => `<link rel="modulepreload" href="${assets.folder}${path}">`)
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Sittings</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${iconAddress}">
<link rel="stylesheet" href="${assets.folder}page/console.css">
<script type="importmap">${importMap}</script>
${preloads.join('\n')}
<script type="application/json" id="settings">${json}</script>
<script type="module" src="${assets.folder}page/main.ts"></script>
</head>
<body>
<div id="console"><noscript>The console is made of JavaScript, which this browser does not run.</noscript></div>
</body>
</html>
`
  return { html, policy: buildPolicy(importMap) }
}

/** Nothing from another origin, nothing inline but the import map, and no text that becomes code. */
function buildPolicy(importMap: string): string {
  const hash = createHash('sha256').update(importMap).digest('base64')
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** Method and path of each operation, so that the page writes neither a second time. */
const listOperations = () =>
  Object.fromEntries([...operationContracts].map(([id, { method, path }]) => [id, [method.toUpperCase(), path]]))

/** JSON that cannot end the element that contains it. */
const serializeInline = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

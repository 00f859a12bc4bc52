import { createHash } from 'node:crypto'

const leaf =
  '<rect width="16" height="16" rx="4" fill="#0b5c56"/><path d="M4 5h8M4 8h8M4 11h5" stroke="#fff" stroke-width="1.5"/>'

/** The tab's icon. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${leaf}</svg>`

const iconAddress = `data:image/svg+xml,${encodeURIComponent(icon)}`

export type RenderedPage = { html: string; policy: string }

/** What every page of documents looks like, in light and dark, down to 360 px. */
const sharedStyles = `:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1.5rem 1rem; background: Canvas; color: CanvasText; overflow-wrap: anywhere }
a { color: light-dark(#0b5c56, #6fd3c9) }
code { font: .9em/1.45 ui-monospace, monospace }
pre { overflow-x: auto; padding: .75rem; border: 1px solid light-dark(#8aa5a2, #4d6b68); border-radius: 4px }
`

/** A page that loads nothing and runs no script but the given one, and the policy under which it is shown. */
export function renderPage(parts: { title: string; styles: string; body: string; script?: string }): RenderedPage {
  const { title, body, script } = parts
  const styles = sharedStyles + parts.styles
  const html = renderDocument({
    title,
    head: `<style>${styles}</style>\n`,
    body: script === undefined ? body : `${body}<script>${script}</script>\n`,
  })
  const policy = buildPolicy({
    'style-src': hashSource(styles),
    ...(script !== undefined && { 'script-src': hashSource(script) }),
    'img-src': 'data:',
  })
  return { html, policy }
}

/** The HTML of every page. `head` is what it loads besides its icon. */
export const renderDocument = ({ title, head, body }: { title: string; head: string; body: string }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${iconAddress}">
${head}</head>
<body>
${body}</body>
</html>
`

/** A Content-Security-Policy of these directives: nothing else is loaded, and no other page shows this one. */
export const buildPolicy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries({ 'default-src': none, ...directives, 'base-uri': none, 'form-action': none, 'frame-ancestors': none })
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')

const none = "'none'"

const hashSource = (inline: string) => `'sha256-${createHash('sha256').update(inline).digest('base64')}'`

import { createHash } from 'node:crypto'

/** Both documentation pages load from this origin only, and run no inline script but their own. */
const shared = {
  'default-src': "'none'",
  // Both insert inline styles at run time.
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'font-src': "'self' data:",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/** Swagger UI can call the contract's other servers: deployed ones by TLS, a local one on the developer's machine. */
export const swaggerUiPolicy = written({
  ...shared,
  'script-src': "'self'",
  'connect-src': "'self' https: http://127.0.0.1:* http://localhost:*",
})

/** Scalar's page starts it by an inline script; it connects to this origin only. */
export const buildScalarPolicy = (page: string): string =>
  written({ ...shared, 'script-src': ["'self'", ...hashesOf(page)].join(' '), 'connect-src': "'self'" })

/**
 * Hashes of the page's inline scripts. Split instead of matched: a regular expression would scan to the end of the page
 * from every opening tag.
 */
const hashesOf = (page: string) =>
  page
    .split('</script>')
    .slice(0, -1)
    .flatMap((part) => {
      const opening = part.indexOf('<script')
      const end = part.indexOf('>', opening)
      if (opening < 0 || / src=/.test(part.slice(opening, end))) return []
      return [
        `'sha256-${createHash('sha256')
          .update(part.slice(end + 1))
          .digest('base64')}'`,
      ]
    })

function written(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}

import { createHash } from 'node:crypto'

/**
 * What both readers are allowed: nothing from anywhere but here, and no script in a page but those it was made with.
 */
const shared = {
  'default-src': "'none'",
  // Both write styles into their pages while they run.
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'font-src': "'self' data:",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/**
 * Swagger UI's. The contract names other servers to try things on: a deployed one speaks TLS, a developer's own is on
 * the machine that shows the page.
 */
export const swaggerUiPolicy = written({
  ...shared,
  'script-src': "'self'",
  'connect-src': "'self' https: http://127.0.0.1:* http://localhost:*",
})

/** The second reader's, whose page starts it by a script of its own; it speaks to this host alone. */
export const buildScalarPolicy = (page: string): string =>
  written({ ...shared, 'script-src': ["'self'", ...hashesOf(page)].join(' '), 'connect-src': "'self'" })

/**
 * Of each script that stands in the page itself. Cut and not matched: an expression would look through the rest of the
 * page from each opening.
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

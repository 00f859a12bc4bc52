/**
 * Swagger UI loads from this origin only and runs no inline script. It can call the contract's other servers: deployed
 * ones by TLS, a local one on the developer's machine.
 */
export const swaggerUiPolicy = Object.entries({
  'default-src': "'none'",
  'script-src': "'self'",
  'connect-src': "'self' https: http://127.0.0.1:* http://localhost:*",
  // It inserts inline styles at run time.
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'font-src': "'self' data:",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
})
  .map(([name, sources]) => `${name} ${sources}`)
  .join('; ')

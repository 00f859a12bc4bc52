import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { document } from '#src/contract/document.ts'
import { buildPolicy, renderDocument } from './page.ts'

type Options = {
  /** Whether the page stores a token in the browser, readable by every script of this origin. */
  keepsTokens: boolean
  /** The sample users by whose token one click authorizes. */
  users: readonly { subject: string; role: string }[]
}

/**
 * Swagger UI loads from this origin only and runs no inline script. It can call the contract's other servers: deployed
 * ones by TLS, a local one on the developer's machine.
 */
export const swaggerUiPolicy = buildPolicy({
  'script-src': "'self'",
  'connect-src': "'self' https: http://127.0.0.1:* http://localhost:*",
  // It inserts inline styles at run time.
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'font-src': "'self' data:",
})

type File = { type: 'html' | 'js' | 'css'; read: () => Promise<string | Buffer> }

/** The page and its files by path. */
export function listSwaggerUiFiles(options: Options): Record<string, File> {
  const inPackage = (name: string) => () => readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`))
  return {
    '/docs': { type: 'html', read: async () => page },
    '/docs/': { type: 'html', read: async () => page },
    '/docs/static/explorer.js': { type: 'js', read: async () => buildScript(options) },
    '/docs/static/explorer.css': { type: 'css', read: async () => styles },
    '/docs/static/swagger-ui-bundle.js': { type: 'js', read: inPackage('swagger-ui-bundle.js') },
    '/docs/static/swagger-ui.css': { type: 'css', read: inPackage('swagger-ui.css') },
  }
}

const page = renderDocument({
  title: `Sittings ${document.info.version}`,
  head: `<link rel="stylesheet" href="/docs/static/swagger-ui.css">
<link rel="stylesheet" href="/docs/static/explorer.css">
`,
  body: `<nav class="page-bar" aria-label="Pages of the service">
<a href="/guides/">Guides</a>
<a href="/console">Console</a>
<a href="/openapi.json">OpenAPI document</a>
</nav>
<div id="swagger-ui"></div>
<script src="/docs/static/swagger-ui-bundle.js"></script>
<script type="module" src="/docs/static/explorer.js"></script>
`,
})

/** Swagger UI over the served contract; a button for each sample user fetches a token and authorizes with it. */
const buildScript = ({ keepsTokens, users }: Options): string => `const users = ${JSON.stringify(users)}
const bar = document.querySelector('.page-bar')
const add = (name, properties) => bar.appendChild(Object.assign(document.createElement(name), properties))
for (const { subject, role } of users)
  add('button', { type: 'button', textContent: 'Use ' + subject + '’s token', title: role, onclick: () => signInAs(subject) })
const outcome = add('span', { role: 'status' })

const contract = await (await fetch('/openapi.json')).json()
// It calls the first server, which is this one whatever Host the document was read from.
const others = contract.servers.filter(({ url }) => url !== '/' && url !== location.origin)
const spec = { ...contract, servers: [{ url: '/', description: 'The service that this page was read from.' }, ...others] }
const ui = SwaggerUIBundle({
  spec,
  dom_id: '#swagger-ui',
  validatorUrl: null,
  persistAuthorization: ${keepsTokens},
  tryItOutEnabled: true,
  displayOperationId: true,
  displayRequestDuration: true,
  deepLinking: true,
  filter: true,
})

async function signInAs(subject) {
  outcome.textContent = ''
  try {
    const response = await fetch('/development/tokens/' + subject, { method: 'POST' })
    if (!response.ok) throw new Error(response.status)
    const { token } = await response.json()
    ui.preauthorizeApiKey('accessToken', token)
    outcome.textContent = 'Authorized as ' + subject
  } catch {
    outcome.textContent = 'The service gave no token'
  }
}

// Swagger UI focuses the last field of its dialog, the research key's; a token pasted there is a 401.
document.addEventListener('click', ({ target }) => {
  if (target.closest('.auth-wrapper > .authorize, .authorization__btn') === null) return
  setTimeout(() => document.querySelector('.auth-container input')?.focus())
})
`

/**
 * Long lines of text and code end at the page. A phone has no room for the responses' third column, nor for two buttons
 * beside a section's heading.
 */
const styles = `body { margin: 0; background: #fafafa }
.page-bar {
  display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; padding: .5rem 1.25rem;
  font: 1rem/1.5 system-ui, sans-serif; background: #fff; color: #1b2b2a
}
.page-bar a { color: #0b5c56 }
.page-bar button { font: inherit; padding: .25rem .75rem; border: 1px solid #0b5c56; border-radius: 4px; background: #fff; color: #0b5c56; cursor: pointer }
.swagger-ui .renderedMarkdown { max-width: 72rem; overflow-wrap: anywhere }
.swagger-ui pre, .swagger-ui .renderedMarkdown pre > code { white-space: pre-wrap; overflow-wrap: anywhere }
@media (max-width: 640px) {
  .swagger-ui .responses-table .response-col_links { display: none }
  .swagger-ui .opblock .opblock-section-header { flex-wrap: wrap }
}
`

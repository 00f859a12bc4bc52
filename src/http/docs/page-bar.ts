type SampleUser = { subject: string; role: string }

const links = [
  { path: '/', title: 'Front page' },
  { path: '/guides/', title: 'Guides' },
  { path: '/console', title: 'Console' },
  { path: '/openapi.json', title: 'OpenAPI document' },
]

/**
 * A script that puts a bar above Swagger UI: links to the other pages and, for each sample user, a button that fetches
 * a token and authorizes with it. Swagger UI's own script does not expose its instance; its builder is wrapped.
 */
export const buildPageBarScript = (
  users: readonly SampleUser[],
): string => `document.addEventListener('DOMContentLoaded', () => {
  let ui
  const build = window.SwaggerUIBundle
  window.SwaggerUIBundle = Object.assign((options) => (ui = build(options)), build)

  const bar = document.createElement('nav')
  bar.className = 'page-bar'
  bar.ariaLabel = 'Pages of the service'
  const add = (name, properties) => {
    const element = document.createElement(name)
    bar.append(Object.assign(element, properties))
    return element
  }
  for (const { path, title } of ${JSON.stringify(links)}) add('a', { href: path, textContent: title })
  const users = ${JSON.stringify(users)}
  for (const { subject, role } of users) {
    add('button', { type: 'button', textContent: 'Use ' + subject + '’s token', title: role, onclick: () => signInAs(subject) })
  }
  const outcome = add('span', { role: 'status' })
  document.body.prepend(bar)

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
})
`

export const pageBarStyles = `.page-bar {
  display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; padding: .5rem 1.25rem;
  font: 1rem/1.5 system-ui, sans-serif; background: #fff; color: #1b2b2a
}
.page-bar a { color: #0b5c56 }
.page-bar button { font: inherit; padding: .25rem .75rem; border: 1px solid #0b5c56; border-radius: 4px; background: #fff; color: #0b5c56; cursor: pointer }
`

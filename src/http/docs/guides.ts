import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { compressAsset, type StaticAsset } from '../send-static-asset.ts'
import { renderPage } from './page.ts'

export type Guide = { name: string; title: string; about: string }
export type ServedGuide = { asset: StaticAsset; policy?: string }
type SampleUser = { subject: string; role: string }

export const guidesPath = '/guides/'
const folder = new URL('../../../openapi/bundle/guides/', import.meta.url)

/** In the order in which they are listed; the index is one of them. */
export const guides: readonly Guide[] = JSON.parse(readFileSync(new URL('guides.json', folder), 'utf8'))

/** The address in the guides' commands, which is a developer's machine by its default port. */
const defaultHost = '127.0.0.1:3000'

export type GuideOptions = {
  /** The sample users whose token the pages hand out. */
  users: readonly SampleUser[]
  /** The port in the commands. */
  port: number
}

/** A file below /guides/, read and compressed off the event loop; undefined where there is none of that name. */
export async function readGuideFile(file: string, { users, port }: GuideOptions): Promise<ServedGuide | undefined> {
  if (file === 'vectors.json') return { asset: await compressFile(file, 'application/json; charset=utf-8') }
  const isMarkdown = file.endsWith('.md')
  const guide = guides.find(({ name }) => name === (isMarkdown ? file.slice(0, -'.md'.length) : file))
  if (guide === undefined) return undefined
  const stored = await readFile(new URL(isMarkdown ? file : `${file}.html`, folder), 'utf8')
  const content = stored.replaceAll(defaultHost, `127.0.0.1:${port}`)
  if (isMarkdown) return { asset: await compressAsset('text/markdown; charset=utf-8', content) }
  const { html, policy } = renderGuide(guide, content, users)
  return { asset: await compressAsset('text/html; charset=utf-8', html), policy }
}

const compressFile = async (file: string, type: string) => compressAsset(type, await readFile(new URL(file, folder)))

function renderGuide({ name, title }: Guide, content: string, users: readonly SampleUser[]) {
  const buttons = users.map(
    ({ subject, role }) =>
      `<button type="button" data-subject="${subject}" title="${role}">Copy ${subject}’s token</button>`,
  )
  const tokens = users.length === 0 ? '' : `<div class="tokens">${buttons.join('\n')}<output></output></div>\n`
  const body = `<header>
<nav aria-label="Pages of the service"><a href="/">Sittings</a> <a href="/docs">API explorer</a> <a href="/console">Console</a> <a href="${guidesPath}${name}.md">This page as Markdown</a></nav>
${tokens}</header>
<div class="columns">
<nav class="guides" aria-label="Guides"><details open><summary>Guides</summary><ul>
${guides.map((guide) => renderGuideLink(guide, name)).join('\n')}
</ul></details></nav>
<main>
${content}</main>
</div>
`
  const script = copyCodeScript + (users.length > 0 ? copyTokenScript : '')
  return renderPage({ title: `${title.replaceAll('`', '')} · Sittings`, styles, body, script })
}

const renderGuideLink = ({ name, title }: Guide, current: string) =>
  `<li><a href="${guidesPath}${name === 'index' ? '' : name}"${name === current ? ' aria-current="page"' : ''}>${escapeTitle(title)}</a></li>`

const escapeTitle = (title: string) => title.replaceAll('`', '').replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const styles = `:root { --line: light-dark(#d5dedd, #35504d); --accent: light-dark(#0b5c56, #6fd3c9); --soft: light-dark(#f3f7f6, #16221f) }
body { max-width: none; padding: 0; line-height: 1.6 }
header { padding: .75rem max(1rem, calc((100vw - 80rem) / 2)); border-bottom: 1px solid var(--line) }
header nav, .tokens { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center }
header nav a:first-child { font-weight: 700; text-decoration: none }
.tokens { margin-top: .75rem }
a { min-height: 24px }
.columns { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 0 3rem; max-width: 80rem; margin: 0 auto; padding: 0 1rem }
.guides { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 1.5rem 0; font-size: .94rem }
.guides summary { font-weight: 600; min-height: 24px }
.guides ul { list-style: none; margin: .5rem 0 0; padding: 0 }
.guides li { margin: 0 }
.guides a { display: block; padding: .25rem .75rem; border-left: 2px solid var(--line); color: inherit; text-decoration: none }
.guides a:hover { color: var(--accent) }
.guides a[aria-current] { border-color: var(--accent); color: var(--accent); font-weight: 600 }
main { min-width: 0; max-width: 52rem; padding: .5rem 0 4rem }
h1 { font-size: 2rem; line-height: 1.2 }
h2 { margin-top: 2.25rem; font-size: 1.4rem; line-height: 1.3 }
pre { background: var(--soft); border-color: var(--line); border-radius: 8px; padding: 1rem }
.code { position: relative }
.code button { position: absolute; top: .5rem; right: .5rem; font-size: .85rem }
:not(pre) > code { background: var(--soft); padding: .1em .3em; border-radius: 4px }
button { font: inherit; min-height: 24px; padding: .1rem .75rem; border: 1px solid var(--line); border-radius: 6px; background: Canvas; color: var(--accent); cursor: pointer }
.table { overflow-x: auto }
table { border-collapse: collapse; overflow-wrap: normal; font-size: .94rem }
th, td { text-align: left; vertical-align: top; padding: .45rem 1rem .45rem 0; border-bottom: 1px solid var(--line) }
@media (max-width: 50rem) {
  .columns { display: block }
  .guides { position: static; max-height: none; padding: 1rem 0 0 }
}
`

/** A button on each block of code; on a narrow page the list of guides begins closed. */
const copyCodeScript = `
for (const code of document.querySelectorAll('main pre')) {
  const box = document.createElement('div')
  box.className = 'code'
  code.replaceWith(box)
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Copy' })
  button.onclick = () => navigator.clipboard.writeText(code.textContent).then(() => { button.textContent = 'Copied' }, () => {})
  box.append(code, button)
}
if (matchMedia('(max-width: 50rem)').matches) document.querySelector('.guides details').open = false
`

/** If the page may not write to the clipboard, it shows the token so that the user can copy it. */
const copyTokenScript = `
const output = document.querySelector('output')
for (const button of document.querySelectorAll('[data-subject]')) button.onclick = async () => {
  const { subject } = button.dataset
  output.textContent = ''
  try {
    const response = await fetch('/development/tokens/' + subject, { method: 'POST' })
    if (!response.ok) throw new Error(response.status)
    const { token } = await response.json()
    const copied = await navigator.clipboard.writeText(token).then(() => true, () => false)
    output.textContent = copied ? 'Copied. It is good for an hour.' : token
  } catch {
    output.textContent = 'The service gave no token'
  }
}
`

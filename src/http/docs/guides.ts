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
<nav aria-label="Pages of the service"><a href="/">Front page</a> <a href="${guidesPath}">Guides</a> <a href="/docs">API explorer</a> <a href="/console">Console</a> <a href="${guidesPath}${name}.md">This page as Markdown</a></nav>
${tokens}</header>
<main>
${content}</main>
`
  return renderPage({
    title: `${title.replaceAll('`', '')} · Sittings`,
    styles,
    body,
    ...(users.length > 0 && { script: copyTokenScript }),
  })
}

const styles = `body { max-width: 52rem }
nav, .tokens { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center }
nav a { display: inline-block; min-height: 24px }
.tokens { margin-top: .75rem }
button { font: inherit; min-height: 24px; padding: .1rem .75rem; border: 1px solid; border-radius: 4px; background: Canvas; color: light-dark(#0b5c56, #6fd3c9); cursor: pointer }
.table { overflow-x: auto }
table { border-collapse: collapse; overflow-wrap: normal }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid light-dark(#c5d3d1, #35504d) }
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

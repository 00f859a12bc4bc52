/**
 * The guides as they are served and packed with the TypeScript client: as in one flat folder of Markdown and HTML, in
 * which links to other guides are relative. A link to anything else of the repository becomes a plain path.
 */
import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { document } from '#src/contract/document.ts'
import { renderPage } from '../page.ts'
import { copyCodeScript, styles } from './assets.ts'
import { buildSlug, escapeHtml, renderMarkdown } from './markdown.ts'
import { renderIndex } from './render-index.ts'

type Source = { name: string; from: string; about: string }
type Guide = { name: string; title: string; about: string; markdown: string }
/** What is served below /guides/, by name: each guide as a page and as Markdown, and the test vectors. */
type GuideFiles = Readonly<Record<string, { type: 'html' | 'md' | 'json'; body: string; policy?: string }>>

/** In the order in which they are listed. A fragment of `from` is one section of the document. */
const sources: readonly Source[] = [
  { name: 'first-steps', from: 'openapi/guides/first-steps.md', about: 'from an address to the first answer' },
  {
    name: 'rules',
    from: 'openapi/guides/rules.md',
    about: 'what holds for every operation: failures, units, repeats, retries, pages',
  },
  {
    name: 'five-calls',
    from: 'README.md#a-first-sitting-in-five-calls',
    about: 'a sitting with curl, from its start to its finish',
  },
  {
    name: 'typescript-client',
    from: 'src/clients/typescript/README.md',
    about: 'every operation by its id, with safe repeats, whole listings and repaired conflicts',
  },
  { name: 'conflicts', from: 'src/clients/typescript/CONFLICTS.md', about: 'each 409 with the code that handles it' },
  {
    name: 'citing',
    from: 'openapi/guides/citing.md',
    about: 'offsets, quotes and revisions in four languages',
  },
  { name: 'canonical-forms', from: 'src/text/README.md', about: 'how texts are counted, written and hashed' },
  { name: 'revisions', from: 'openapi/shared/revisions.md', about: 'the object behind each revision' },
  {
    name: 'conformance',
    from: 'openapi/guides/conformance.md',
    about: 'whether a deployment keeps its contract, in CI',
  },
  {
    name: 'sandbox',
    from: 'src/http/fault-injection/README.md',
    about: 'sample users, failures on demand, what your client did',
  },
  { name: 'mcp', from: 'scripts/mcp/README.md', about: 'the operations as tools of the Model Context Protocol' },
  { name: 'generators', from: 'openapi/guides/generators.md', about: 'which generators make a working client' },
  { name: 'versions', from: 'openapi/README.md', about: 'what is compatible, and what a version promises' },
]

const vectors = 'src/text/vectors.json'

/** Files that lie elsewhere for a reader of the guides, relative to their folder. */
const beside: Readonly<Record<string, string>> = {
  [vectors]: 'vectors.json',
  'openapi/workflows.arazzo.yaml': '../workflows.arazzo.yaml',
}

const repository = new URL('../../../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, repository), 'utf8')

/**
 * Renders them all, each in a turn of its own. A built service contains the result instead of this module
 * (scripts/build/plugins.ts).
 */
export async function readGuides(): Promise<GuideFiles> {
  const listed = await Array.fromAsync(sources, (source) => readGuide(source))
  const about = 'everything that a service serves'
  const guides = [{ name: 'index', title: document.info.title, about, markdown: renderIndex(listed) }, ...listed]
  const files: [string, GuideFiles[string]][] = [['vectors.json', { type: 'json', body: await read(vectors) }]]
  for (const guide of guides) {
    await setImmediate()
    const { html, policy } = renderGuide(guide, guides)
    files.push([guide.name, { type: 'html', body: html, policy }])
    files.push([`${guide.name}.md`, { type: 'md', body: guide.markdown }])
  }
  return Object.fromEntries(files)
}

async function readGuide({ name, from, about }: Source): Promise<Guide> {
  const [path = '', anchor] = from.split('#')
  const text = await read(path)
  const markdown = rewriteLinks(anchor === undefined ? text : findSection(text, anchor), path)
  const title = /^# (.+)$/m.exec(markdown)?.[1]
  if (title === undefined) throw new Error(`${from} has no heading to be its title`)
  return { name, title, about, markdown }
}

function renderGuide({ name, title, markdown }: Guide, guides: readonly Guide[]) {
  const links = guides.map((guide) => {
    const current = guide.name === name ? ' aria-current="page"' : ''
    return `<li><a href="/guides/${guide.name === 'index' ? '' : guide.name}"${current}>${escapeHtml(guide.title)}</a></li>`
  })
  const body = `<header>
<nav aria-label="Pages of the service"><a href="/guides/">Sittings</a> <a href="/docs">API explorer</a> <a href="/console">Console</a> <a href="/guides/${name}.md">This page as Markdown</a></nav>
</header>
<div class="columns">
<nav class="guides" aria-label="Guides"><details open><summary>Guides</summary><ul>
${links.join('\n')}
</ul></details></nav>
<main>
${renderMarkdown(markdown)}</main>
</div>
`
  const pageTitle = name === 'index' ? title : `${escapeHtml(title)} · Sittings`
  return renderPage({ title: pageTitle, styles, body, script: copyCodeScript })
}

/** The section under the heading of the anchor, with that heading as the title of a document. */
function findSection(text: string, anchor: string): string {
  const sections = text.split(/^## /m)
  const found = sections.find((section) => buildSlug(section.split('\n')[0] ?? '') === anchor)
  if (found === undefined) throw new Error(`No heading has the anchor ${anchor}`)
  return `# ${found.trimEnd()}\n`
}

/** Links of a document of the repository, as links within the flat folder. Code blocks are left alone. */
function rewriteLinks(text: string, from: string): string {
  const parts = text.split(/^(```[\s\S]*?^```)$/m)
  return parts.map((part, at) => (at % 2 === 1 ? part : rewriteLinksOfProse(part, from))).join('')
}

const rewriteLinksOfProse = (prose: string, from: string) =>
  prose.replaceAll(/\[([^[\]]+)\]\(([^()\s]+)\)/g, (link, words: string, target: string) => {
    if (/^(#|[a-z]+:)/.test(target)) return link
    const [path = '', anchor] = target.split('#')
    const absolute = posix.join(posix.dirname(from), path)
    const address = resolveAddress(absolute, anchor)
    if (address !== undefined) return `[${words}](${address})`
    return words === `\`${absolute}\`` ? words : `${words} (\`${absolute}\` of the service’s repository)`
  })

function resolveAddress(path: string, anchor: string | undefined): string | undefined {
  const fragment = anchor === undefined ? '' : `#${anchor}`
  const section = sources.find(({ from }) => from === path + fragment)
  if (section !== undefined) return `${section.name}.md`
  const whole = sources.find(({ from }) => from === path)
  if (whole !== undefined) return `${whole.name}.md${fragment}`
  return beside[path]
}

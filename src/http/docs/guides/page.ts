import { makeOnce } from '../../cache-for.ts'
import { compressAsset, type StaticAsset } from '../../send-static-asset.ts'
import { renderPage } from '../page.ts'
import { copyCodeScript, styles } from './assets.ts'
import type { Guide } from './read.ts'

export const guidesPath = '/guides/'

/** The address in the guides' commands, which is a developer's machine by its default port. */
const defaultHost = '127.0.0.1:3000'

/** The guides in their order. The first use renders them, in a built service it loads them. */
export const getGuides = makeOnce(async () => (await import('./read.ts')).readGuides())

/**
 * A file below /guides/, compressed off the event loop; undefined where there is none of that name.
 * @param port the one in its commands
 */
export async function buildGuideFile(file: string, port: number): Promise<StaticAsset | undefined> {
  const { guides, vectors } = await getGuides()
  if (file === 'vectors.json') return await compressAsset('json', vectors)
  const isMarkdown = file.endsWith('.md')
  const guide = guides.find(({ name }) => name === (isMarkdown ? file.slice(0, -'.md'.length) : file))
  if (guide === undefined) return undefined
  const content = guide[isMarkdown ? 'markdown' : 'html'].replaceAll(defaultHost, `127.0.0.1:${port}`)
  if (isMarkdown) return await compressAsset('md', content)
  const { html, policy } = renderGuide(guide, content, guides)
  return await compressAsset('html', html, policy)
}

function renderGuide({ name, title }: Guide, content: string, guides: readonly Guide[]) {
  const body = `<header>
<nav aria-label="Pages of the service"><a href="/">Sittings</a> <a href="/docs">API explorer</a> <a href="/console">Console</a> <a href="${guidesPath}${name}.md">This page as Markdown</a></nav>
</header>
<div class="columns">
<nav class="guides" aria-label="Guides"><details open><summary>Guides</summary><ul>
${guides.map((guide) => renderGuideLink(guide, name)).join('\n')}
</ul></details></nav>
<main>
${content}</main>
</div>
`
  return renderPage({ title: `${title.replaceAll('`', '')} · Sittings`, styles, body, script: copyCodeScript })
}

const renderGuideLink = ({ name, title }: Guide, current: string) =>
  `<li><a href="${guidesPath}${name === 'index' ? '' : name}"${name === current ? ' aria-current="page"' : ''}>${escapeTitle(title)}</a></li>`

const escapeTitle = (title: string) => title.replaceAll('`', '').replaceAll('&', '&amp;').replaceAll('<', '&lt;')

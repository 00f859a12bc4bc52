import { createRequire } from 'node:module'
import markdownIt from 'markdown-it'

/** Without the package's own types, which would let the whole service use the globals of a browser. */
const highlighter: {
  getLanguage(name: string): object | undefined
  highlight(code: string, options: { language: string }): { value: string }
} = createRequire(import.meta.url)('highlight.js/lib/common')

/** GitHub's anchor of a heading. */
export const buildSlug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

const markdown = markdownIt('commonmark', { html: false }).enable(['table', 'strikethrough'])
export const { escapeHtml } = markdown.utils

// Headings can be linked to; what scrolls sideways can be reached and scrolled by keyboard.
markdown.core.ruler.push('anchors', ({ tokens }) => {
  for (const [at, token] of tokens.entries())
    if (token.type === 'heading_open') token.attrSet('id', buildSlug(joinText(tokens[at + 1]?.children ?? [])))
})
markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0" role="region" aria-label="Table"><table>\n'
markdown.renderer.rules.table_close = () => '</table></div>\n'
markdown.renderer.rules.fence = (tokens, at) => {
  const { content = '', info = '' } = tokens[at] ?? {}
  const language = info.trim()
  const isKnown = highlighter.getLanguage(language) !== undefined
  const code = isKnown ? highlighter.highlight(content, { language }).value : escapeHtml(content)
  return `<pre tabindex="0"><code>${code}</code></pre>\n`
}
// A guide's address as a page has no suffix, and the index is the folder.
markdown.renderer.rules.link_open = (tokens, at, options, _env, renderer) => {
  const token = tokens[at]
  token?.attrSet('href', toPageAddress(String(token.attrGet('href'))))
  return renderer.renderToken(tokens, at, options)
}

const joinText = (inline: { content: string }[]) => inline.map(({ content }) => content).join('')

const toPageAddress = (href: string) =>
  /^[a-z]+:/.test(href) ? href : href.replace(/^([\w-]+)\.md(?=#|$)/, (_, name) => (name === 'index' ? './' : name))

/** A guide as the HTML of a page's body. Raw HTML in it is shown as text. */
export const renderMarkdown = (text: string): string => markdown.render(text)

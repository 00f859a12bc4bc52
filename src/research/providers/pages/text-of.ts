/** What the text of a page is made from: the part of a node that both parsed and copied trees have. */
type Tree = { nodeType: number; nodeName: string; textContent: string | null; childNodes: Iterable<Tree> }

const textNode = 3
const elementNode = 1

/** Elements on lines of their own, which end a paragraph. */
const blocks = new Set(
  `ADDRESS ARTICLE ASIDE BLOCKQUOTE CAPTION CENTER DD DETAILS DIALOG DIR DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5
  H6 HEADER HGROUP HR LEGEND LI MAIN MENU NAV OL P PRE SEARCH SECTION SUMMARY TABLE TBODY TFOOT THEAD TR UL`.split(
    /\s+/,
  ),
)

/** Not for reading, and what would be glued to the words it belongs to: a reading above them, a formula's source. */
const silent = new Set(
  'TITLE SCRIPT STYLE NOSCRIPT NOFRAMES TEMPLATE IFRAME OBJECT SVG CANVAS AUDIO VIDEO BUTTON SELECT DATALIST TEXTAREA RT RTC RP ANNOTATION ANNOTATION-XML'.split(
    ' ',
  ),
)

/**
 * The text of an element as a reader sees it: paragraphs separated by an empty line, runs of white space as one space,
 * the lines of preformatted text and of a verse (`br`) preserved. Nothing is added or corrected.
 */
export function renderText(root: Tree): string {
  const lines: string[] = []
  write(root, lines, false)
  return lines
    .join('')
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function write(node: Tree, lines: string[], isPreformatted: boolean): void {
  if (node.nodeType === textNode) {
    const text = node.textContent ?? ''
    lines.push(isPreformatted ? text : collapseWhiteSpace(text, lines.at(-1)))
    return
  }
  const name = node.nodeName.toUpperCase()
  if (node.nodeType !== elementNode || silent.has(name)) return
  if (name === 'BR') lines.push('\n')
  const isBlock = blocks.has(name)
  if (isBlock) lines.push('\n\n')
  for (const child of node.childNodes) write(child, lines, isPreformatted || name === 'PRE')
  if (isBlock) lines.push('\n\n')
  // Cells of a row are separate for the eye.
  if (name === 'TD' || name === 'TH') lines.push(' ')
}

/** White space as one space, and as none after white space. */
function collapseWhiteSpace(text: string, before = '\n'): string {
  const spaced = text.replace(/[ \t\n\f\r]+/g, ' ')
  return /[ \n]$/.test(before) ? spaced.trimStart() : spaced
}

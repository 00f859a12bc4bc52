/** What the text of a page is made from: the part of a node that both parsed and copied trees have. */
type Tree = { nodeType: number; nodeName: string; textContent: string | null; childNodes: Iterable<Tree> }

const textNode = 3
const elementNode = 1

/** Elements that stand on lines of their own and end a paragraph. */
const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN OL P PRE SECTION SUMMARY TABLE TR UL'.split(
    ' ',
  ),
)

/** Not for reading. */
const silent = new Set('SCRIPT STYLE NOSCRIPT TEMPLATE IFRAME OBJECT SVG CANVAS BUTTON SELECT TEXTAREA'.split(' '))

/**
 * The text of an element as a reader sees it: paragraphs apart by an empty line, runs of white space as one space, the
 * lines of preformatted text and of a verse (`br`) kept. Nothing is put in or corrected.
 */
export function renderText(root: Tree): string {
  const written: string[] = []
  write(root, written, false)
  return written
    .join('')
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function write(node: Tree, written: string[], isPreformatted: boolean): void {
  if (node.nodeType === textNode) {
    const text = node.textContent ?? ''
    written.push(isPreformatted ? text : collapsed(text, written.at(-1)))
    return
  }
  const name = node.nodeName.toUpperCase()
  if (node.nodeType !== elementNode || silent.has(name)) return
  if (name === 'BR') written.push('\n')
  const isBlock = blocks.has(name)
  if (isBlock) written.push('\n\n')
  for (const child of node.childNodes) write(child, written, isPreformatted || name === 'PRE')
  if (isBlock) written.push('\n\n')
  // Cells of a row stand apart for the eye.
  if (name === 'TD' || name === 'TH') written.push(' ')
}

/** White space as one space, and as none where what stands before it ends with some. */
function collapsed(text: string, before = '\n'): string {
  const spaced = text.replace(/[ \t\n\f\r]+/g, ' ')
  return /[ \n]$/.test(before) ? spaced.trimStart() : spaced
}

/** What the text of a page is made from: the part of a node that both parsed and copied trees have. */
type Tree = { nodeType: number; nodeName: string; textContent: string | null; childNodes: Iterable<Tree> }

const textNode = 3
const elementNode = 1

const listNames = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/))

/** Elements on lines of their own, which end a paragraph. */
const blocks = listNames(
  `ADDRESS ARTICLE ASIDE BLOCKQUOTE CAPTION CENTER DD DETAILS DIALOG DIR DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5
  H6 HEADER HGROUP HR LEGEND LI MAIN MENU NAV OL P PRE SEARCH SECTION SUMMARY TABLE TBODY TFOOT THEAD TR UL`,
)

/** Not for reading, and what would be glued to the words it belongs to: a reading above them, a formula's source. */
const silent = listNames(
  'TITLE SCRIPT STYLE NOSCRIPT NOFRAMES TEMPLATE IFRAME OBJECT SVG CANVAS AUDIO VIDEO BUTTON SELECT DATALIST TEXTAREA RT RTC RP ANNOTATION ANNOTATION-XML MPHANTOM',
)

/** Cells, and parts of a formula or of an edited text: separate for the eye, so that no two numbers become one. */
const separate = listNames('TD TH MTD MN MFRAC MSQRT MROOT DEL INS S STRIKE SUP SUB')

/** Stands where such a part begins or ends, or a picture is; neither HTML nor XML can contain it. */
export const seam = '\0'

/** Raised and lowered digits have characters of their own: 10³ is not 103, and the mark of a note is no digit. */
const digits = '0123456789+-−'
const raised = new Map(Array.from(digits, (digit, at) => [digit, Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻')[at] as string]))
const lowered = new Map(Array.from(digits, (digit, at) => [digit, Array.from('₀₁₂₃₄₅₆₇₈₉₊₋₋')[at] as string]))

/** Between two digits of a kind: seams, and the invisible operators of a formula. */
const betweenNumbers = new RegExp(
  ['\\p{Nd}', '[⁰¹²³⁴-⁹]', '[₀-₉]'].map((digit) => `(?<=${digit})[\\0\\u2061-\\u2064]+(?=${digit})`).join('|'),
  'gu',
)

/** How text within an element is written. */
type Style = { isPreformatted: boolean; digits?: ReadonlyMap<string, string> }

/**
 * The text of an element as a reader sees it: paragraphs separated by an empty line, runs of white space as one space,
 * the lines of preformatted text and of a verse (`br`) preserved. Nothing is added or corrected, but a space where two
 * numbers would become one, and the marks that a browser puts around a quotation (`q`).
 */
export function renderText(root: Tree): string {
  const lines: string[] = []
  write(root, lines, { isPreformatted: false })
  return lines
    .join('')
    .replace(betweenNumbers, ' ')
    .replaceAll(seam, '')
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function write(node: Tree, lines: string[], style: Style): void {
  if (node.nodeType === textNode) {
    const text = style.isPreformatted ? (node.textContent ?? '') : collapseWhiteSpace(node.textContent ?? '', lines)
    lines.push(style.digits === undefined ? text : mapDigits(text, style.digits))
    return
  }
  const name = node.nodeName.toUpperCase()
  if (node.nodeType !== elementNode || silent.has(name)) return
  const around = blocks.has(name) ? '\n\n' : separate.has(name) ? seam : undefined
  if (name === 'BR') lines.push('\n')
  if (around !== undefined) lines.push(around)
  if (name === 'Q') lines.push('“')
  writeContent(node, name, lines, { ...style, isPreformatted: style.isPreformatted || name === 'PRE' })
  if (name === 'Q') lines.push('”')
  if (around !== undefined) lines.push(around)
  if (name === 'TD' || name === 'TH') lines.push(' ')
}

function writeContent(node: Tree, name: string, lines: string[], style: Style): void {
  const parts = [...node.childNodes].filter(({ nodeType }) => nodeType === elementNode)
  // A fraction is drawn in two dimensions, which a line of text has no place for.
  if (name === 'MFRAC' && parts.length === 2) {
    lines.push(parts.map((part) => renderGroup(part, style)).join('/'))
  } else {
    if (name === 'MSQRT') lines.push('√')
    for (const child of node.childNodes) write(child, lines, { ...style, ...findDigits(node, name, child, parts[0]) })
  }
}

/** Of a bracketed mark the brackets say what it is. */
function findDigits(node: Tree, name: string, child: Tree, base: Tree | undefined): Partial<Style> {
  if ((name === 'MSUP' || name === 'MSUB') && child !== base) return { digits: name === 'MSUP' ? raised : lowered }
  if ((name !== 'SUP' && name !== 'SUB') || /[[(]/.test(node.textContent ?? '')) return {}
  return { digits: name === 'SUP' ? raised : lowered }
}

const mapDigits = (text: string, to: ReadonlyMap<string, string>) =>
  text.replace(/[0-9+\-−]/g, (digit) => to.get(digit) ?? digit)

/** A part of a formula, in parentheses where it is more than one number or name. */
function renderGroup(node: Tree, { digits }: Style): string {
  const text = renderText(node)
  const group = /^[\p{L}\p{N}.,]*$/u.test(text) ? text : `(${text})`
  return digits === undefined ? group : mapDigits(group, digits)
}

/** White space as one space, and as none after white space. */
function collapseWhiteSpace(text: string, lines: readonly string[]): string {
  const before = lines.findLast((line) => line !== seam && line !== '') ?? '\n'
  const spaced = text.replace(/[ \t\n\f\r]+/g, ' ')
  return /[ \n]$/.test(before) ? spaced.trimStart() : spaced
}

import { decodeHTMLStrict } from 'entities'
import { SaxesParser } from 'saxes'
import { appendElement, appendSeam, createDocument, type Document, omitted, type Parent } from './parse-html.ts'

const xhtml = 'http://www.w3.org/1999/xhtml'

/**
 * The document of a page in XHTML, as browsers read it that is served as XML; undefined where it is not well-formed or
 * something else than XHTML.
 */
export function parseXhtml(page: string): Document | undefined {
  const document = createDocument()
  const parents: (Parent | undefined)[] = [document]
  let isXhtml = false
  let before = ''
  // Without a handler of errors it throws the first.
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', ({ local, uri, attributes }) => {
    isXhtml ||= parents.length === 1 && (uri === xhtml || uri === '') && local === 'html'
    const parent = parents.at(-1)
    if (parent !== undefined) appendSeam(document, parent, local, before)
    const isShown = parent !== undefined && !omitted.has(local)
    parents.push(isShown ? appendElement(document, parent, local, Object.values(attributes)) : undefined)
  })
  parser.on('closetag', () => void parents.pop())
  const write = (text: string) => {
    before = text
    if (parents.length > 1) parents.at(-1)?.appendChild(document.createTextNode(text))
  }
  parser.on('text', write)
  parser.on('cdata', write)
  try {
    parser.write(decodeNames(page)).close()
  } catch {
    return undefined
  }
  return isXhtml && hasHeadAndBody(document) ? document : undefined
}

/** The names of characters that XHTML declares outside the page; the five of XML are left to the parser. */
const decodeNames = (page: string) =>
  page.replace(/<!\[CDATA\[[\s\S]*?\]\]>|&(?!(?:amp|lt|gt|quot|apos);)[a-z][a-z0-9]*;/gi, (found) =>
    found.startsWith('&') ? decodeHTMLStrict(found) : found,
  )

const hasHeadAndBody = ({ documentElement }: Document) =>
  ['HEAD', 'BODY'].every((name) =>
    [...(documentElement?.childNodes ?? [])].some((child) => child.nodeName.toUpperCase() === name),
  )

import { parseHTML } from 'linkedom'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type ChildNode = DefaultTreeAdapterTypes.ChildNode
type Document = ReturnType<typeof parseHTML>['document']
type Parent = Pick<Document, 'appendChild'>

/** Large elements without text of the page: drawings, styles, and templates that only a script would insert. */
const omitted = new Set(['style', 'svg', 'template'])

/**
 * The document that a browser builds of a page (HTML standard, section 13.2): there is always a head and a body,
 * whatever the page leaves out or gets wrong. Comments are left out.
 */
export function parseHtml(page: string): Document {
  const { document } = parseHTML('')
  // A stack and no recursion: elements may be nested deeper than calls can be. What was pushed last is copied first.
  const pending = parse(page)
    .childNodes.map((child): [ChildNode, Parent] => [child, document])
    .reverse()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, parent] = next
    if (node.nodeName === '#text' && 'value' in node) parent.appendChild(document.createTextNode(node.value))
    if (!('tagName' in node) || omitted.has(node.tagName)) continue
    const element = document.createElement(node.tagName)
    for (const { name, value } of node.attrs) element.setAttribute(name, value)
    parent.appendChild(element)
    for (let at = node.childNodes.length - 1; at >= 0; at -= 1) {
      pending.push([node.childNodes[at] as ChildNode, element])
    }
  }
  return document
}

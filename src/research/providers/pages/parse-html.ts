import { parseHTML } from 'linkedom'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { seam } from './text-of.ts'

export type Document = ReturnType<typeof parseHTML>['document']
export type Parent = Pick<Document, 'appendChild'>
type Attribute = { name: string; value: string }

export const createDocument = (): Document => parseHTML('').document

/** Appends an element with its attributes, raised or lowered where its style says so, as word processors export it. */
export function appendElement(document: Document, parent: Parent, name: string, attributes: readonly Attribute[]) {
  const element = document.createElement(name)
  for (const { name: key, value } of attributes) element.setAttribute(key, value)
  const shift = inline.has(name) ? findShift(attributes) : undefined
  const place = shift === undefined ? parent : parent.appendChild(document.createElement(shift))
  place.appendChild(element)
  return element
}

const inline = new Set(['a', 'b', 'em', 'font', 'i', 'small', 'span', 'strong'])

const shifts = {
  style: /(?:^|[;\s])vertical-align\s*:\s*(sup|sub)/i,
  // `sub` alone marks a heading below another one as well.
  class: /(?:^|\s)(sup(?=\s|$)|(?:sup|sub)(?=(?:er)?script(?:\s|$)))/i,
}

function findShift(attributes: readonly Attribute[]): string | undefined {
  const found = attributes.map(({ name, value }) =>
    name === 'style' || name === 'class' ? shifts[name].exec(value) : null,
  )
  return found.find((shift) => shift !== null)?.[1]?.toLowerCase()
}

/**
 * Appends what parts a number from the next one where an element, such as a picture, stands between them.
 * @param before the text that was appended last
 */
export function appendSeam(document: Document, parent: Parent, name: string, before: string): void {
  if (replaced.has(name) && /\p{Nd}$/u.test(before)) parent.appendChild(document.createTextNode(seam))
}

const replaced = new Set(
  'audio button canvas embed iframe img input meter object progress select svg textarea video'.split(' '),
)

/** Large elements without text of the page: drawings, styles, and templates that only a script would insert. */
export const omitted: ReadonlySet<string> = new Set(['style', 'svg', 'template'])

type ChildNode = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

/** The children of the nearest host of a shadow tree, which its slots show, and the tree that they are part of. */
type ShadowScope = { light: readonly ChildNode[]; taken: Set<string>; outer: ShadowScope } | undefined
type Pending = [node: ChildNode, parent: Parent, scope: ShadowScope]

/**
 * The document that a browser builds of a page (HTML standard, section 13.2), shadow trees flattened: there is always a
 * head and a body, whatever the page leaves out or gets wrong. Comments are left out.
 */
export function parseHtml(page: string): Document {
  const document = createDocument()
  // A stack and no recursion: elements may be nested deeper than calls can be. What was pushed last is copied first.
  const pending = parse(page)
    .childNodes.map((child): Pending => [child, document, undefined])
    .reverse()
  let text = ''
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, parent, scope] = next
    if ('value' in node) {
      text = node.value
      parent.appendChild(document.createTextNode(text))
    }
    if (!('tagName' in node)) continue
    appendSeam(document, parent, node.tagName, text)
    if (omitted.has(node.tagName)) continue
    const { children, scope: inner } = listShownChildren(node, scope)
    const element = appendElement(document, parent, node.tagName, node.attrs)
    for (let at = children.length - 1; at >= 0; at -= 1) pending.push([children[at] as ChildNode, element, inner])
  }
  return document
}

/**
 * What a browser shows within an element: its shadow tree where it declares one (section 4.12.3), what is assigned to
 * it where it is a slot of one (DOM standard, section 4.2.2.3), else its children.
 */
function listShownChildren(
  element: Element,
  scope: ShadowScope,
): { children: readonly ChildNode[]; scope: ShadowScope } {
  const shadow = mayHostShadowTree(element) ? element.childNodes.find(isShadowRoot) : undefined
  if (shadow !== undefined) {
    const light = element.childNodes.filter((child) => child !== shadow)
    return { children: shadow.content.childNodes, scope: { light, taken: new Set(), outer: scope } }
  }
  if (element.tagName === 'slot' && scope !== undefined) {
    const name = readAttribute(element, 'name') ?? ''
    // Of two slots of a name the first takes all.
    const assigned = scope.taken.has(name) ? [] : scope.light.filter((child) => findSlotName(child) === name)
    scope.taken.add(name)
    if (assigned.length > 0) return { children: assigned, scope: scope.outer }
  }
  return { children: element.childNodes, scope }
}

const readAttribute = (element: Element, name: string) => element.attrs.find((one) => one.name === name)?.value

const isShadowRoot = (node: ChildNode): node is DefaultTreeAdapterTypes.Template =>
  node.nodeName === 'template' &&
  // A formula or a drawing can have an element of this name, which is no template.
  'content' in node &&
  /^(?:open|closed)$/i.test(readAttribute(node, 'shadowrootmode') ?? '')

/** Comments are assigned to no slot. */
const findSlotName = (node: ChildNode) =>
  'attrs' in node ? (readAttribute(node, 'slot') ?? '') : node.nodeName === '#text' ? '' : undefined

/** Custom elements, and the elements of HTML that can have a shadow tree. */
const mayHostShadowTree = ({ tagName }: Element) =>
  tagName.includes('-') ||
  /^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/.test(tagName)

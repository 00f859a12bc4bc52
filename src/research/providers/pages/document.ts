import { parseHTML } from 'linkedom'

export type Document = ReturnType<typeof parseHTML>['document']
export type Parent = Pick<Document, 'appendChild'>
export type Attribute = { name: string; value: string }

export const createDocument = (): Document => parseHTML('').document

/** Appends an element with its attributes. */
export function appendElement(document: Document, parent: Parent, name: string, attributes: Iterable<Attribute>) {
  const element = document.createElement(name)
  for (const { name: key, value } of attributes) element.setAttribute(key, value)
  parent.appendChild(element)
  return element
}

/** Large elements without text of the page: drawings, styles, and templates that only a script would insert. */
export const omitted: ReadonlySet<string> = new Set(['style', 'svg', 'template'])

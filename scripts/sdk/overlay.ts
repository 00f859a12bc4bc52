/** Applies an OpenAPI Overlay (1.0.0) whose targets are singular queries: each names one existing place. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { documentPath } from './document.ts'

export type Overlay = { overlay: string; actions: Action[] }
export type Action = { target: string; description?: string; update?: Json; remove?: boolean }
type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const overlayPath = fileURLToPath(new URL('../../openapi/overlay.yaml', import.meta.url))

export const readOverlay = async (): Promise<Overlay> => parse(await readFile(overlayPath, 'utf8'))

/** The contract with the hints for generators in it. */
export async function applyOverlay(): Promise<Json> {
  const document = JSON.parse(await readFile(documentPath, 'utf8'))
  for (const action of (await readOverlay()).actions) apply(document, action)
  return document
}

/** @throws Error naming a target that matches nothing, or an unsupported action */
export function apply(document: Json, { target, update, remove }: Action): void {
  const steps = parseTarget(target)
  const found = findAt(document, steps)
  if (!isObject(found)) throw new Error(`${target} matches no object of the document`)
  if (remove === true) {
    const [name = ''] = steps.splice(-1)
    const parent = findAt(document, steps)
    if (isObject(parent)) delete parent[name]
  } else if (update === undefined) throw new Error(`${target}: an action updates or removes`)
  else merge(found, update)
}

const findAt = (document: Json, steps: string[]) =>
  steps.reduce<Json | undefined>((node, step) => getChild(node, step), document)

/** `$`, then names as `.name` or `['name']`. */
export function parseTarget(target: string): string[] {
  const steps = [...target.matchAll(/\.(\w+)|\['([^'\\]+)'\]/g)]
  if (`$${steps.map(([whole]) => whole).join('')}` !== target) throw new Error(`${target} is no singular query`)
  return steps.map(([, name, quoted]) => name ?? quoted ?? '')
}

const isObject = (node: Json | undefined): node is { [name: string]: Json } =>
  typeof node === 'object' && node !== null && !Array.isArray(node)

const getChild = (node: Json | undefined, name: string) =>
  isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined

/** As the specification merges: objects by their names, lists concatenated, everything else replaced. */
function merge(into: { [name: string]: Json }, update: Json): void {
  if (!isObject(update)) throw new Error('An update is an object')
  for (const [name, value] of Object.entries(update)) {
    const existing = into[name]
    if (isObject(existing) && isObject(value)) merge(existing, value)
    else into[name] = Array.isArray(existing) && Array.isArray(value) ? [...existing, ...value] : structuredClone(value)
  }
}

import { parseJson } from './json.ts'

/** How deep the containers of a text may nest, and how many values it may have. */
type JsonBounds = { depthMax: number; valuesMax: number }

/** `duplicate` is the path of the first member of an object whose key is duplicate; undefined when there is none. */
type JsonScan = { depth: number; values: number; duplicate: (string | number)[] | undefined }

/** An object or a list that is open: its keys, and where in it the scan is. `isKeyNext` where a string is a key. */
type Container = { keys?: Set<unknown>; at: string | number; isKeyNext: boolean }

/**
 * What parsing a JSON text would cost, and what it would hide: `JSON.parse` keeps the last of duplicate keys, and
 * another reader of the same bytes may keep the first. Ends where a bound is exceeded: a small body of brackets would
 * otherwise become a hundred thousand objects. Of a text that is no JSON the scan says nothing.
 */
export function scanJson(json: string, { depthMax, valuesMax }: JsonBounds): JsonScan {
  const open: Container[] = []
  let container: Container | undefined
  // Every value but the outermost begins a container or follows a comma.
  const scan: JsonScan = { depth: 0, values: 1, duplicate: undefined }
  for (let at = 0; at < json.length && scan.depth <= depthMax && scan.values <= valuesMax; at += 1) {
    switch (json[at]) {
      case '"': {
        const end = findStringEnd(json, at)
        if (container?.isKeyNext) {
          const key = parseJson(json.slice(at, end + 1))
          Object.assign(container, { at: key, isKeyNext: false })
          if (container.keys?.has(key)) scan.duplicate ??= open.map((one) => one.at)
          container.keys?.add(key)
        }
        at = end
        break
      }
      case '{':
      case '[':
        container = json[at] === '{' ? { keys: new Set(), at: '', isKeyNext: true } : { at: 0, isKeyNext: false }
        open.push(container)
        scan.depth = Math.max(scan.depth, open.length)
        scan.values += 1
        break
      case '}':
      case ']':
        open.pop()
        container = open.at(-1)
        break
      case ',':
        if (typeof container?.at === 'number') container.at += 1
        else if (container !== undefined) container.isKeyNext = true
        scan.values += 1
    }
  }
  return scan
}

/** Where a JSON text is refused, and why. */
type JsonRefusal = { path: (string | number)[]; reason: string }

/** The value of a JSON text that stays within these bounds and hides nothing. */
export function parseStrictJson(json: string, bounds: JsonBounds): { value: unknown } | JsonRefusal {
  const { depth, values, duplicate } = scanJson(json, bounds)
  if (depth > bounds.depthMax) return { path: [], reason: `nests deeper than ${bounds.depthMax}` }
  if (values > bounds.valuesMax) return { path: [], reason: `has more than ${bounds.valuesMax} values` }
  const value = parseJson(json)
  if (value === undefined) return { path: [], reason: 'is not JSON' }
  return duplicate === undefined ? { value } : { path: duplicate, reason: 'is given more than once' }
}

/** The index of the quote that ends the string which begins at `from`. */
function findStringEnd(json: string, from: number): number {
  let at = from + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}

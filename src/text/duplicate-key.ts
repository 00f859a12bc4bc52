/** An object or a list that is open: its keys, and where in it the scan is. `isKeyNext` where a string is a key. */
type Container = { keys?: Set<string>; at: string | number; isKeyNext: boolean }

/**
 * The path of the first member of an object whose key is duplicate, undefined when there is none. `JSON.parse` keeps
 * the last of them, and another reader of the same bytes may keep the first.
 * @param json a text that `JSON.parse` has taken: nothing else is checked
 */
export function findDuplicateKey(json: string): (string | number)[] | undefined {
  const open: Container[] = []
  for (let at = 0; at < json.length; at += 1) {
    const container = open.at(-1)
    switch (json[at]) {
      case '"': {
        const end = findStringEnd(json, at)
        if (container?.isKeyNext) {
          const key: string = JSON.parse(json.slice(at, end + 1))
          Object.assign(container, { at: key, isKeyNext: false })
          if (container.keys?.has(key)) return open.map((one) => one.at)
          container.keys?.add(key)
        }
        at = end
        break
      }
      case '{':
        open.push({ keys: new Set(), at: '', isKeyNext: true })
        break
      case '[':
        open.push({ at: 0, isKeyNext: false })
        break
      case '}':
      case ']':
        open.pop()
        break
      case ',':
        if (typeof container?.at === 'number') container.at += 1
        else if (container !== undefined) container.isKeyNext = true
    }
  }
  return undefined
}

/** The index of the quote that ends the string which begins at `from`. */
function findStringEnd(json: string, from: number): number {
  let at = from + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}

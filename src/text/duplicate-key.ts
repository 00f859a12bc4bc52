type Container = { keys: Set<string> | undefined; at: string | number; isKeyNext: boolean }

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * The path of the first member of an object whose key is duplicate, undefined when there is none. `JSON.parse` keeps
 * the last of them, and another reader of the same bytes may keep the first.
 * @param json a text that `JSON.parse` has taken: nothing else is checked
 */
export function findDuplicateKey(json: string): (string | number)[] | undefined {
  const open: Container[] = []
  let container: Container | undefined
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case quote: {
        const end = findStringEnd(json, at)
        if (container?.isKeyNext && !takeKey(container, json.slice(at, end + 1))) return open.map((one) => one.at)
        at = end
        break
      }
      case openBrace:
      case openBracket:
        container = getOpening(json.charCodeAt(at))
        open.push(container)
        break
      case closeBrace:
      case closeBracket:
        open.pop()
        container = open.at(-1)
        break
      case comma:
        advance(container)
        break
    }
  }
  return undefined
}

const getOpening = (bracket: number): Container =>
  bracket === openBrace ? { keys: new Set(), at: '', isKeyNext: true } : { keys: undefined, at: 0, isKeyNext: false }

/** False where the object has the key already. */
function takeKey(object: Container, keyJson: string): boolean {
  const key = keyJson.includes('\\') ? (JSON.parse(keyJson) as string) : keyJson.slice(1, -1)
  object.at = key
  object.isKeyNext = false
  if (object.keys?.has(key)) return false
  object.keys?.add(key)
  return true
}

function advance(container: Container | undefined): void {
  if (container === undefined) return
  if (typeof container.at === 'number') container.at += 1
  else container.isKeyNext = true
}

/** The index of the quote that ends the string which begins at `from`. */
function findStringEnd(json: string, from: number): number {
  let at = from + 1
  while (at < json.length && json.charCodeAt(at) !== quote) at += json.charCodeAt(at) === backslash ? 2 : 1
  return at
}

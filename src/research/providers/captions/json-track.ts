/**
 * The forms of JSON that providers give transcripts in: a list of parts with `text` (or `utf8`, `content`), the same
 * under `segments`, `utterances`, `body`, `events` or `transcript`, or one `text`.
 */
export function readJsonTrack(content: string): string[] | undefined {
  try {
    const parsed: unknown = JSON.parse(content.replace(/^\uFEFF/, ''))
    return collectParts(parsed, 0)
  } catch {
    return undefined
  }
}

const lists = ['segments', 'utterances', 'body', 'events', 'transcript', 'segs', 'cues'] as const
const texts = ['text', 'utf8', 'content', 'transcript'] as const

/** Depth: an event of parts of segments is the deepest that any of them goes. */
const depthMax = 4

function collectParts(value: unknown, depth: number): string[] | undefined {
  if (depth > depthMax) return undefined
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap((part) => collectParts(part, depth + 1) ?? [])
  if (typeof value !== 'object' || value === null) return undefined
  const object = value as Record<string, unknown>
  const list = lists.find((name) => Array.isArray(object[name]))
  if (list === 'segs') return [(collectParts(object.segs, depth + 1) ?? []).join('')]
  if (list !== undefined) return collectParts(object[list], depth + 1)
  const text = texts.find((name) => typeof object[name] === 'string')
  return text === undefined ? undefined : [String(object[text])]
}

import { canonical, hashOf, isHigh, isLone, isLow, type Units, written } from './canonical.ts'

/** The parsed vectors; this check has to find a wrong one. */
// biome-ignore lint/suspicious/noExplicitAny: every access is a comparison that fails on another form
type Vector = any
export type Vectors = Record<string, Vector>

/** Checks the vectors without a line of `src/`: how many there are, and those that it does not agree with. */
export function checkVectors({ about: _, answerChain, ...kinds }: Vectors): { count: number; wrong: string[] } {
  const wrong = isChain(answerChain) ? [] : ['answerChain']
  let count = 1
  for (const [kind, vectors] of Object.entries(kinds)) {
    const agrees = checks[kind]
    if (agrees === undefined) wrong.push(`no check of ${kind}`)
    for (const vector of vectors) {
      count += 1
      if (!holds(agrees, vector)) wrong.push(`${kind}: ${JSON.stringify(vector).slice(0, 200)}`)
    }
  }
  for (const kind of Object.keys(checks)) if (!(kind in kinds)) wrong.push(`no vectors of ${kind}`)
  return { count, wrong }
}

/** A vector of another form is a wrong one. */
function holds(agrees: ((vector: Vector) => boolean) | undefined, vector: Vector): boolean {
  try {
    return agrees?.(vector) === true
  } catch {
    return false
  }
}

const checks: Record<string, (vector: Vector) => boolean> = {
  windows: (v) => textAgrees(v, unhex(v.units)),
  pages: (v) => JSON.stringify(pagesOf(unhex(v.text), v.maxChars)) === JSON.stringify(v.pages),
  quotes: (v) => refusalOf(unhex(v.text), v.start, v.end, unhex(v.quote)) === v.refusal,
  canonicalJson: (v) => canonical(JSON.parse(v.json)) === v.canonical && hashOf(v.canonical) === v.sha256,
  refusedJson: (v) => isRefused(JSON.parse(v.json)),
  numbers: (v) => written(Buffer.from(v.bits, 'hex').readDoubleBE()) === v.canonical,
  revisions: (v) => canonical(v.object) === v.canonical && hashOf(v.canonical) === v.revision,
  trails: (v) => firstUnfit(v.links) === v.firstUnfit,
}

const unhex = (digits: string): Units => (digits.match(/.{4}/g) ?? []).map((four) => Number.parseInt(four, 16))

const splits = (text: Units, at: number) => isHigh(text[at - 1]) && isLow(text[at])

function windowOf(text: Units, start: number, end: number): Units | undefined {
  if (start < 0 || start >= end || end > text.length || splits(text, start) || splits(text, end)) return undefined
  return text.slice(start, end)
}

const same = (a: Units | undefined, b: Units | undefined) => a?.join() === b?.join()

function textAgrees(vector: Vector, text: Units): boolean {
  const listed = new Map<string, Units>(vector.windows.map((w: Vector) => [`${w.start}-${w.end}`, unhex(w.quote)]))
  const bounds = Array.from({ length: text.length + 3 }, (_, at) => at - 1)
  const agrees = bounds.every((start) =>
    bounds.every((end) => same(windowOf(text, start, end), listed.get(`${start}-${end}`))),
  )
  const bytes = isLone(text) ? null : Buffer.from(String.fromCharCode(...text), 'utf8').toString('hex')
  const storable = !isLone(text) && !text.includes(0)
  const matches = vector.length === text.length && vector.utf8 === bytes && vector.storable === storable
  return agrees && matches && listed.size === vector.windows.length
}

function pagesOf(text: Units, most: number): { start: number; end: number }[] {
  const pages: { start: number; end: number }[] = []
  let start = 0
  do {
    let end = Math.min(text.length, start + most)
    if (splits(text, end)) end -= 1
    pages.push({ start, end })
    start = end
  } while (start < text.length)
  return pages
}

function refusalOf(text: Units, start: number, end: number, quote: Units): string | null {
  if (end - start !== quote.length) return 'quote_length_differs'
  const found = windowOf(text, start, end)
  if (found === undefined) return 'window_unreadable'
  return same(found, quote) ? null : 'quote_differs'
}

function isRefused(value: unknown): boolean {
  try {
    canonical(value)
    return false
  } catch {
    return true
  }
}

function firstUnfit(links: Vector[]): number | null {
  let previous: string | null = null
  for (const [at, { object, hash }] of links.entries()) {
    if (object.seq !== at + 1 || object.previous !== previous || hashOf(canonical(object)) !== hash) return object.seq
    previous = hash
  }
  return null
}

function isChain(versions: Vector[]): boolean {
  let previous: string | null = null
  for (const { object, revision } of versions) {
    if (object.previous !== previous || hashOf(canonical(object)) !== revision) return false
    previous = revision
  }
  return new Set(versions.map(({ revision }) => revision)).size === versions.length
}

import { computeHash, formatNumber, hasLoneSurrogate, isHigh, isLow, serialize, type Units } from './canonical.ts'

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
      if (!doesHold(agrees, vector)) wrong.push(`${kind}: ${JSON.stringify(vector).slice(0, 200)}`)
    }
  }
  for (const kind of Object.keys(checks)) if (!(kind in kinds)) wrong.push(`no vectors of ${kind}`)
  return { count, wrong }
}

/** A vector of another form is a wrong one. */
function doesHold(agrees: ((vector: Vector) => boolean) | undefined, vector: Vector): boolean {
  try {
    return agrees?.(vector) === true
  } catch {
    return false
  }
}

const checks: Record<string, (vector: Vector) => boolean> = {
  windows: (v) => doesTextAgree(v, unhex(v.units)),
  pages: (v) => JSON.stringify(splitPages(unhex(v.text), v.maxChars)) === JSON.stringify(v.pages),
  quotes: (v) => findRefusal(unhex(v.text), v.start, v.end, unhex(v.quote)) === v.refusal,
  canonicalJson: (v) => serialize(JSON.parse(v.json)) === v.canonical && computeHash(v.canonical) === v.sha256,
  refusedJson: (v) => isRefused(JSON.parse(v.json)),
  numbers: (v) => formatNumber(Buffer.from(v.bits, 'hex').readDoubleBE()) === v.canonical,
  revisions: (v) => serialize(v.object) === v.canonical && computeHash(v.canonical) === v.revision,
  trails: (v) => findFirstUnfit(v.links) === v.firstUnfit,
}

const unhex = (digits: string): Units => (digits.match(/.{4}/g) ?? []).map((four) => Number.parseInt(four, 16))

const splits = (text: Units, at: number) => isHigh(text[at - 1]) && isLow(text[at])

function readWindow(text: Units, start: number, end: number): Units | undefined {
  if (start < 0 || start >= end || end > text.length || splits(text, start) || splits(text, end)) return undefined
  return text.slice(start, end)
}

const isSame = (a: Units | undefined, b: Units | undefined) => a?.join() === b?.join()

function doesTextAgree(vector: Vector, text: Units): boolean {
  const listed = new Map<string, Units>(vector.windows.map((w: Vector) => [`${w.start}-${w.end}`, unhex(w.quote)]))
  const bounds = Array.from({ length: text.length + 3 }, (_, at) => at - 1)
  const agrees = bounds.every((start) =>
    bounds.every((end) => isSame(readWindow(text, start, end), listed.get(`${start}-${end}`))),
  )
  const bytes = hasLoneSurrogate(text) ? null : Buffer.from(String.fromCharCode(...text), 'utf8').toString('hex')
  const storable = !hasLoneSurrogate(text) && !text.includes(0)
  const matches = vector.length === text.length && vector.utf8 === bytes && vector.storable === storable
  return agrees && matches && listed.size === vector.windows.length
}

function splitPages(text: Units, most: number): { start: number; end: number }[] {
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

function findRefusal(text: Units, start: number, end: number, quote: Units): string | null {
  if (end - start !== quote.length) return 'quote_length_differs'
  const found = readWindow(text, start, end)
  if (found === undefined) return 'window_unreadable'
  return isSame(found, quote) ? null : 'quote_differs'
}

function isRefused(value: unknown): boolean {
  try {
    serialize(value)
    return false
  } catch {
    return true
  }
}

function findFirstUnfit(links: Vector[]): number | null {
  let previous: string | null = null
  for (const [at, { object, hash }] of links.entries()) {
    if (object.seq !== at + 1 || object.previous !== previous || computeHash(serialize(object)) !== hash)
      return object.seq
    previous = hash
  }
  return null
}

function isChain(versions: Vector[]): boolean {
  let previous: string | null = null
  for (const { object, revision } of versions) {
    if (object.previous !== previous || computeHash(serialize(object)) !== revision) return false
    previous = revision
  }
  return new Set(versions.map(({ revision }) => revision)).size === versions.length
}

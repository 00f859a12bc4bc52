import { readFileSync } from 'node:fs'
import t from 'tap'
import { createVerificationContext, type VerificationContext } from '#src/admin/verify/context.ts'
import { checkAuditTrail } from '#src/admin/verify/trail.ts'
import { toCanonicalJson } from '#src/text/canonical.ts'
import * as revisions from '#src/text/revisions.ts'
import { findFlaw } from '#src/text/wellformed.ts'
import { type Page, refusalToQuote, sliceExactly, toPage } from '#src/text/windows.ts'
import type { Loose } from '../support/test-context.ts'
import { revisionFunctions } from './compute-revision.ts'

const written = readFileSync(new URL('../../src/text/vectors.json', import.meta.url), 'utf8')
const vectors: Loose = JSON.parse(written)

const text = (units: string) =>
  String.fromCharCode(...(units.match(/.{4}/g) ?? []).map((four) => Number.parseInt(four, 16)))

t.test('the file is ASCII, so that nothing on its way can normalise it', async (t) => {
  t.notMatch(written, /[^\n -~]/)
})

t.test('windows: exactly the listed ones can be read', async (t) => {
  for (const { name, units, length, utf8, storable, windows } of vectors.windows) {
    const whole = text(units)
    t.equal(whole.isWellFormed() ? Buffer.from(whole, 'utf8').toString('hex') : null, utf8, name)
    t.equal(whole.length, length, name)
    t.equal(findFlaw(whole) === undefined, storable, name)
    const listed = new Map(windows.map(({ start, end, quote }: Loose) => [`${start}-${end}`, text(quote)]))
    for (let start = -1; start <= length + 1; start += 1) {
      for (let end = -1; end <= length + 1; end += 1) {
        if (sliceExactly(whole, start, end) !== listed.get(`${start}-${end}`)) t.fail(`${name}: [${start}, ${end})`)
      }
    }
  }
})

t.test('pages and quotes', async (t) => {
  for (const { name, text: units, maxChars, pages } of vectors.pages) {
    const whole = text(units)
    // Of a text that cannot be stored no page is ever read.
    if (!whole.isWellFormed()) continue
    const read: { start: number; end: number }[] = []
    for (let from: number | null | undefined = 0; typeof from === 'number'; ) {
      const page: Page | undefined = toPage(whole.slice(from, from + maxChars), from, whole.length)
      if (page !== undefined) read.push({ start: page.start, end: page.end })
      from = page?.nextStart
    }
    t.same(read, pages, `${name}, ${maxChars} at a time`)
  }
  for (const { text: units, start, end, quote: quoted, refusal } of vectors.quotes) {
    const quote = text(quoted)
    const read = text(units).slice(start, start + quote.length)
    t.equal(refusalToQuote(read, { start, end, quote }) ?? null, refusal)
  }
  const refusals = new Set(vectors.quotes.map(({ refusal }: Loose) => refusal))
  t.same([...refusals].sort(), ['quote_differs', 'quote_length_differs', 'window_unreadable', null].sort())
})

t.test('canonical JSON and its numbers', async (t) => {
  for (const { name, json, canonical, sha256 } of vectors.canonicalJson) {
    t.equal(toCanonicalJson(JSON.parse(json)), canonical, name)
    t.equal(revisions.computeSha256(canonical), sha256, name)
  }
  for (const { name, json } of vectors.refusedJson) t.throws(() => toCanonicalJson(JSON.parse(json)), name)
  for (const { bits, canonical } of vectors.numbers) {
    t.equal(toCanonicalJson(Buffer.from(bits, 'hex').readDoubleBE()), canonical, bits)
  }
})

t.test('revisions: at least one of every kind, each by its own function', async (t) => {
  const events = vectors.trails.flatMap(({ name, links }: Loose) => (name === 'whole' ? links : []))
  const all = [
    ...[...vectors.revisions, ...vectors.answerChain],
    ...events.map(({ object, hash }: Loose) => ({ object, revision: hash })),
  ]
  for (const { name, object, revision } of all) {
    t.equal(revisions.computeRevision(object), revision, name)
    t.equal(revisionFunctions[object.kind]?.(object as never), revision, name)
  }
  for (const { name, object, canonical } of vectors.revisions) t.equal(toCanonicalJson(object), canonical, name)
  const kinds = new Set(all.map(({ object }) => object.kind))
  t.same([...kinds].sort(), Object.keys(revisionFunctions).sort())
  const alone = vectors.revisions.map(({ revision }: Loose) => revision)
  t.equal(new Set(alone).size, alone.length, 'no two are alike')
})

t.test('trails: verify names the listed link', async (t) => {
  for (const { name, links, firstUnfit } of vectors.trails) {
    const named = (await Array.fromAsync(checkAuditTrail(buildContext(links))))[0]
    t.same(named && [named.table, named.key.seq], firstUnfit === null ? undefined : ['audit_events', firstUnfit], name)
  }
})

/** The trail as if from a database. */
function buildContext(links: Loose[]): VerificationContext {
  const artistId: string = links[0].object.artistId
  const events = links.map(({ object: { kind: _, artistId: artist_id, at, ...event }, hash }) => ({
    ...event,
    artist_id,
    at: new Date(at),
    hash,
  }))
  const readRows: Loose = async function* () {
    yield* events
  }
  const context = createVerificationContext(null as Loose, artistId)
  return { ...context, readRows, createFinding: (table, key, what) => ({ artistId, table, key, what }) }
}

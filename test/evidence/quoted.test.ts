import { sql } from 'kysely'
import t from 'tap'
import { allAsQuoted, canBeJudgedUnread, quotesOf } from '#src/evidence/references/quote-predicate.ts'
import { refusalToCite, resolveReferences } from '#src/evidence/references/resolve-references.ts'
import { cite, newWorld, type World } from '../support/world.ts'
import { type Random, randomFrom, seed } from '../text/seed.ts'
import { anyText } from '../text/strings.ts'

type Original = ReturnType<typeof cite>

/** What the statement says by itself, and what is said of the same references once they were read. */
async function judged({ db, artistId }: World, references: Original[]) {
  const { rows } = await sql<{
    stands: boolean
  }>`select ${allAsQuoted(artistId, quotesOf(references))} as stands`.execute(db)
  const refusal = refusalToCite(references, await resolveReferences(db, artistId, references))
  return { unread: rows[0]?.stands, read: refusal === undefined }
}

t.test(`of any well-formed quote of any text a statement says the same as who has read it, SEED=${seed}`, async (t) => {
  const world = await newWorld(t)
  const random = randomFrom(seed)
  const texts = Array.from(
    { length: 30 },
    (_, at) => `${at % 2 ? anyText(random, 60) : '🎹𝔘'.repeat(1 + random.below(20))}.`,
  )
  // One that is stored in pieces, out of line.
  texts.push(anyText(random, 40_000))
  const sources = await Promise.all(texts.map((text) => world.addSource(text)))
  const said = { standing: 0, refused: 0 }
  for (let at = 0; at < 600; at += 1) {
    const references = Array.from({ length: 1 + random.below(3) }, () => anyQuote(random, random.pick(sources)))
    const { unread, read } = await judged(world, references)
    if (unread !== read) t.strictSame({ references, unread }, { references, unread: read })
    said[read ? 'standing' : 'refused'] += 1
  }
  t.ok(said.standing > 60 && said.refused > 60, `${said.standing} stand, ${said.refused} do not`)
})

/** A window anywhere with its own words, or with others that are as long. What is no text is no quote either. */
function anyQuote(random: Random, { sourceId, revision, text }: { sourceId: string; revision: string; text: string }) {
  const start = random.below(text.length + 2)
  const quote = text.slice(start, start + 1 + random.below(20)) || '.'
  const others = [quote, quote, quote, quote, quote, quote.toUpperCase(), quote.normalize('NFD'), `${quote.slice(1)}!`]
  const claimed = random.pick(others).toWellFormed()
  const moved = random.below(6) === 0 ? start + 1 : start
  return { kind: 'original' as const, sourceId, revision, start: moved, end: moved + claimed.length, quote: claimed }
}

t.test('a window at the edge of a text, inside of a pair, and of as many units as a quote may have', async (t) => {
  const world = await newWorld(t)
  const text = `🎹 none of one, caf\u00e9, e\u0301${'🎹'.repeat(1_600)}`
  const source = await world.addSource(text)
  const good = cite(source, ' of one, caf\u00e9')
  const last = { ...good, start: text.length - 4, end: text.length, quote: '🎹🎹' }
  const cases: [string, Original, boolean][] = [
    ['composed as it is stored', good, true],
    ['the whole end', cite(source, '🎹'.repeat(1_600)), true],
    ['the last pairs', last, true],
    ['one unit beyond', { ...last, start: last.start + 1, end: last.end + 1 }, false],
    ['wholly beyond', { ...last, start: text.length, end: text.length + 4 }, false],
    ['as far out as can be', { ...last, start: 4_000_000 - 4, end: 4_000_000 }, false],
    ['half a pair to the left', { ...last, start: last.start - 1, end: last.end - 1 }, false],
    ['another revision', { ...good, revision: 'f'.repeat(64) }, false],
    ['another source', { ...good, sourceId: 'vault:0198f3a8-2d90-7411-bc3a-6e5f4d7a8b06' }, false],
    ['decomposed', { ...good, end: good.end + 1, quote: good.quote.normalize('NFD') }, false],
    ['composed', { ...cite(source, 'e\u0301'), end: text.indexOf('e\u0301') + 1, quote: '\u00e9' }, false],
    ['in capitals', { ...good, quote: good.quote.toUpperCase() }, false],
  ]
  for (const [words, reference, stands] of cases)
    t.strictSame(await judged(world, [reference]), { unread: stands, read: stands }, words)
  t.strictSame(await judged(world, [good, last, good]), { unread: true, read: true })
  t.strictSame(await judged(world, [good, last, { ...good, quote: 'x'.repeat(good.quote.length) }]), {
    ...{ unread: false, read: false },
  })
})

t.test('what a statement cannot judge is told beforehand, and never stands', async (t) => {
  const { addSource, db, artistId } = await newWorld(t)
  const good = cite(await addSource('Words that are there.'), 'Words that')
  const answer = { kind: 'answer' as const, entryId: artistId, revision: good.revision, start: 0, end: 10 }
  const longer = { ...good, end: good.end + 1 }
  t.equal(canBeJudgedUnread([good, good]), true)
  t.equal(canBeJudgedUnread([good, longer]), false)
  t.equal(canBeJudgedUnread([good, { ...answer, quote: good.quote }]), false)
  for (const reference of [longer, { ...answer, quote: good.quote }]) {
    const judging = sql<{ stands: boolean }>`select ${allAsQuoted(artistId, quotesOf([good, reference]))} as stands`
    t.strictSame((await judging.execute(db)).rows, [{ stands: false }])
  }
})

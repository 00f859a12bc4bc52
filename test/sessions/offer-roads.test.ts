import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import type { HashedReference } from '#src/text/revisions.ts'
import { cite } from '../support/world.ts'
import { addImportedAnswer, interviewOf, passage } from './interview.ts'
import { onBothRoads } from './roads.ts'
import { checkedTrail } from './trail.ts'

t.test('what is cited as it stands is kept at once where the sitting is remembered', async (t) => {
  const { same, world, addSource, source, about } = await onBothRoads(t)
  const text = `Caf\u00e9 “Cafe\u0301” ${'🎹'.repeat(1_600)}`
  const whole = await addSource(text)
  await same('one', 200, ['read', 'kept'], async () => [about])
  await same('as many as can be, one of them twice', 200, ['read', 'kept'], async () => [
    about,
    cite(whole, '🎹'.repeat(1_600)),
    about,
  ])
  await same('the last units', 200, ['read', 'kept'], async () => [
    { ...cite(whole, text), start: text.length - 16, quote: '🎹'.repeat(8) },
  ])
  await same('a revision that is not the current one', 200, ['read', 'kept'], async () => {
    await addSource(`Anew. ${passage}`, { sourceId: source.sourceId })
    return [about]
  })
  await same('an answer', 200, ['read', 'read'], async () => [citing(await addImportedAnswer(world))])
  await same('a source and an answer', 200, ['read', 'read'], async () => [
    about,
    citing(await addImportedAnswer(world)),
  ])
  await checkedTrail(t, world)
})

const citing = ({ id, revision, answer }: { id: string; revision: string; answer: string }) =>
  ({ kind: 'answer', entryId: id, revision, start: 0, end: answer.length, quote: answer }) as const

t.test('what is not as it is cited is refused by the same name', async (t) => {
  const { same, world, otherArtistId, addSource, about } = await onBothRoads(t)
  const text = `“Cafe\u0301” and Caf\u00e9 🎹🎹🎹🎹🎹🎹🎹🎹 to the end`
  const source = await addSource(text)
  const pianos = cite(source, '🎹🎹🎹🎹🎹🎹🎹🎹')
  const coffee = cite(source, 'Cafe\u0301” and Caf\u00e9')
  const last = cite(source, ' to the end')
  const elsewhere = cite(await addSource(passage, { artistId: otherArtistId }), 'we kept the first take')
  const changed: Record<string, HashedReference> = {
    'in capitals': { ...about, quote: about.quote.toUpperCase() },
    'one to the left': { ...about, start: about.start - 1, end: about.end - 1 },
    'one to the right': { ...about, start: about.start + 1, end: about.end + 1 },
    'one beyond the end': { ...last, start: last.start + 1, end: last.end + 1 },
    'as far out as can be': { ...last, start: 4_000_000 - last.quote.length, end: 4_000_000 },
    'from inside of a pair': { ...pianos, start: pianos.start + 1, end: pianos.end + 1 },
    'composed where it is not, and the other way round': {
      ...coffee,
      quote: 'Caf\u00e9” and Cafe\u0301',
    },
    'a revision that never was': { ...about, revision: 'f'.repeat(64) },
    'the revision of another source': { ...about, revision: source.revision },
  }
  for (const [words, reference] of Object.entries(changed)) {
    await same(words, 'evidence_changed', ['refused', 'vain'], async () => [reference])
    await same(`${words}, behind one that stands`, 'evidence_changed', ['refused', 'vain'], async () => [
      about,
      reference,
    ])
  }
  const length: Record<string, HashedReference> = {
    'longer than the quote': { ...about, end: about.end + 1 },
    'shorter than the quote': { ...about, end: about.end - 1 },
    'turned round': { ...about, start: about.end, end: about.start },
    empty: { ...about, end: about.start },
    composed: { ...coffee, quote: coffee.quote.normalize('NFC') },
  }
  for (const [words, reference] of Object.entries(length))
    await same(words, 'evidence_changed', ['refused', 'refused'], async () => [reference])
  await same('a source of another artist', 'not_found', ['refused', 'vain'], async () => [about, elsewhere])
  await same('no source', 'not_found', ['refused', 'vain'], async () => [{ ...about, sourceId: `vault:${uuidv7()}` }])
  await same('what is missing comes before what differs', 'not_found', ['refused', 'vain'], async () => [
    changed['in capitals'] as HashedReference,
    elsewhere,
  ])
  await same('no answer', 'not_found', ['refused', 'refused'], async () => [
    about,
    citing({ id: uuidv7(), revision: about.revision, answer: 'In the old mill.' }),
  ])
  await same('another wording of an answer, behind a source', 'evidence_changed', ['refused', 'refused'], async () => {
    const answer = await addImportedAnswer(world)
    return [about, { ...citing(answer), quote: 'In the new mill.' }]
  })
  await checkedTrail(t, world)
})

t.test('what an offer is refused for before its evidence is refused on what is read', async (t) => {
  const { same, about } = await onBothRoads(t)
  const cited = async () => [about]
  const other = { memorySnapshotId: 'f'.repeat(64) }
  await same('a memory that is another one', 'memory_changed', ['refused', 'refused'], cited, { more: other })
  await same('an ordinal that is not next', 'state_changed', ['refused', 'refused'], cited, { more: { ordinal: 2 } })
})

t.test('no evidence, more than can be, and what is no quote ask the database for nothing', async (t) => {
  const { services, about } = await onBothRoads(t)
  const { prepared, sendOffer, start } = interviewOf(services.remembered)
  const { session } = (await start()).body
  const { start: from, quote } = about
  const halves = [`${quote}\ud83c`, `\udfb9${quote}`]
  const noQuotes = ['', 'too few', ...halves].map((quote) => [{ ...about, end: from + quote.length, quote }])
  for (const references of [[], [about, about, about, about], ...noQuotes]) {
    const body = await prepared(session, 1, references)
    t.strictSame(await services.remembered.costOf(() => sendOffer(session, body)), { trips: 0, statements: 0 })
    t.match(await sendOffer(session, body), { status: 400 })
  }
})

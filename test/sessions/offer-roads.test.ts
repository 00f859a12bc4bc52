import t, { type Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { setClaim } from '#src/records/claims.ts'
import type { HashedReference } from '#src/text/revisions.ts'
import { bringIn, sourceRecord } from '../../scripts/proof/interleavings/record.ts'
import { type Answer, cite, counts, type Loose, newWorld } from '../helpers/world.ts'
import { responsesOf } from '../responses/answers.ts'
import { another, rememberedOffer } from './follow-up.ts'
import { addImportedAnswer, interviewOf, passage } from './interview.ts'
import { checkedTrail } from './trail.ts'

/*
 * An offer is decided on what is read, or on what this process remembers, and then the statement that keeps it judges the evidence. Nobody outside may
 * be able to tell which: each case is offered once either way, in a sitting of its own.
 */

/** Trips and statements of an offer: kept at once, or read and refused or kept; tried in vain, then read and refused or kept. */
const roads = {
  kept: { trips: 1, statements: 1 },
  refused: { trips: 1, statements: 2 },
  read: { trips: 2, statements: 3 },
  vain: { trips: 2, statements: 3 },
  overtaken: { trips: 3, statements: 4 },
} as const
type Road = keyof typeof roads

async function onBothRoads(t: Test) {
  const world = await newWorld(t)
  const services = { read: await another(t, world), remembered: await another(t, world) }
  // Who calls is asked once.
  for (const service of Object.values(services)) await interviewOf(service).restore()
  const source = await world.addSource(passage)
  const about = cite(source, 'we kept the first take')

  /** Offers in a sitting that has just begun, whose beginning the service remembers or knows nothing of. */
  async function offerBy(
    road: keyof typeof services,
    references: () => Promise<HashedReference[]>,
    { befalls, more, mends }: Befalling = {},
  ) {
    const service = services[road]
    const other = interviewOf(services[road === 'read' ? 'remembered' : 'read'])
    const interview = interviewOf(service)
    const cited = await references()
    const { session } = (await (road === 'read' ? other : interview).start()).body
    const body = { ...(await interview.prepared(session, 1, cited)), ...more }
    await befalls?.(cited)
    t.equal(rememberedOffer(service, session) !== undefined, road === 'remembered', `it is ${road}`)
    const before = await counts(world.db)
    let answer: Answer | undefined
    const cost = await service.costOf(async () => {
      answer = await interview.sendOffer(session, body)
      return answer
    })
    const { status, body: told } = answer as unknown as Answer
    const isKept = status === 200
    t.strictSame((await counts(world.db)).audit_events, (before.audit_events as number) + (isKept ? 1 : 0))
    if (isKept) t.strictSame(told.question.references, cited)
    await mends?.()
    await other.finish(session)
    return { status, code: told.code as string | undefined, cost }
  }

  async function same(
    words: string,
    expected: number | string,
    [read, remembered]: [Road, Road],
    references: () => Promise<HashedReference[]>,
    more: Befalling = {},
  ): Promise<void> {
    const one = await offerBy('read', references, more)
    const other = await offerBy('remembered', references, more)
    const told = ({ status, code }: { status: number; code: string | undefined }) => code ?? status
    t.strictSame([told(one), told(other)], [expected, expected], words)
    t.equal(one.status, other.status, words)
    t.strictSame([one.cost, other.cost], [roads[read], roads[remembered]], `${words}: what it took`)
  }
  return { ...world, world, services, source, about, same }
}

/** What happens between start and offer, what the offer says besides, and what puts an end to it. */
type Befalling = {
  befalls?: (cited: HashedReference[]) => Promise<unknown>
  more?: Loose
  mends?: () => Promise<unknown>
}

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

t.test('no evidence, or more than can be, asks the database for nothing', async (t) => {
  const { services, about } = await onBothRoads(t)
  const { prepared, sendOffer, start } = interviewOf(services.remembered)
  const { session } = (await start()).body
  for (const references of [[], [about, about, about, about]]) {
    const body = await prepared(session, 1, references)
    t.strictSame(await services.remembered.costOf(() => sendOffer(session, body)), { trips: 0, statements: 0 })
    t.match(await sendOffer(session, body), { status: 400 })
  }
})

t.test('evidence that was changed between start and offer, by a process that this one knows nothing of', async (t) => {
  const { same, world, db, artistId, addSource } = await onBothRoads(t)
  const fresh = async () => [cite(await addSource(passage), 'we kept the first take')]
  const set =
    (values: { curation?: 'rejected'; is_private?: boolean; removed_at?: string }) =>
    async ([cited]: HashedReference[]) => {
      const { sourceId } = cited as HashedReference & { kind: 'original' }
      await db.updateTable('sources').set(values).where('source_id', '=', sourceId).execute()
    }
  await same('removed', 'not_found', ['refused', 'vain'], fresh, {
    befalls: set({ removed_at: '2026-01-01T00:00:00Z' }),
  })
  await same('made private', 'not_found', ['refused', 'vain'], fresh, { befalls: set({ is_private: true }) })
  await same('turned down', 'not_found', ['refused', 'vain'], fresh, { befalls: set({ curation: 'rejected' }) })

  // By an event, as everything that the service itself does: the head has moved, whatever the evidence says.
  const imported = (text: string, approved: boolean) => async (cited: HashedReference[]) => {
    const { sourceId } = cited[0] as HashedReference & { kind: 'original' }
    await bringIn(db, [sourceRecord(artistId, sourceId.replace('vault:', ''), text, approved)])
  }
  await same('turned down by an import', 'not_found', ['refused', 'vain'], fresh, {
    befalls: imported(passage, false),
  })
  await same('brought in anew: the revision that was read still stands', 200, ['read', 'overtaken'], fresh, {
    befalls: imported(`Anew. ${passage}`, true),
  })
  await checkedTrail(t, world)
})

t.test('a claim that was revoked in between', async (t) => {
  const { same, db, artistId, about, world } = await onBothRoads(t)
  const claim = (state: 'approved' | 'revoked') => () => setClaim(db, { artistId, subject: 'owner', state })
  await same('revoked', 'not_your_artist', ['refused', 'vain'], async () => [about], {
    befalls: claim('revoked'),
    mends: claim('approved'),
  })
  await checkedTrail(t, world)
})

t.test('two services that hold one sitting: each offer is decided on what stands', async (t) => {
  const { services, about, world } = await onBothRoads(t)
  const [here, there] = [interviewOf(services.remembered), interviewOf(services.read)]
  const { session } = (await here.start()).body
  const early = await here.prepared(session, 1, [about])
  const theirs = (await there.offer(session, 1, about)).body.question
  const late = await here.sendOffer(session, early)
  t.match(late, { status: 200, body: { question: { id: theirs.id } } }, 'an ordinal that is saved is answered as it is')
  t.match(await here.offer(session, 2, about), { status: 409, body: { code: 'state_changed' } })
  const { question } = (await there.answer(theirs, 'The first of theirs.')).body
  const stale = await here.sendOffer(session, { ...early, ordinal: 2 })
  t.match(stale, { status: 409, body: { code: 'memory_changed' } })
  const second = (await here.offer(session, 2, about)).body.question
  await here.answer(second, null)
  await responsesOf(services.read).revise(question.id, {
    ...{ expectedRevision: question.revision, answer: 'The second of theirs.' },
  })
  const outdated = { ...early, ordinal: 3 }
  t.match(await here.sendOffer(session, outdated), { status: 409, body: { code: 'memory_changed' } })
  await there.finish(session)
  t.match(await here.offer(session, 3, about), { status: 409, body: { code: 'state_changed' } })
  t.equal((await counts(world.db)).interview_entries, 2)
  await checkedTrail(t, world)
})

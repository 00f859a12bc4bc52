import t, { type Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { transact } from '#src/database/transaction.ts'
import { lockAuditTrail } from '#src/records/audit/audit-trail.ts'
import { proposeCandidate } from '#src/research/discover/review-candidates.ts'
import { advanceUntilIdle } from '../research/slices.ts'
import { buildCitation, createTestContext, type Loose, type Method, type TestContext } from '../support/test-context.ts'
import { addLegacyOffer } from './interview.ts'

/*
 * The web client knows the responses that it was written against and stops at any other, so each function throws where
 * a field is missing, of another type or out of its bounds.
 */

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const rev = /^[a-f0-9]{64}$/
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function expect(isRight: boolean, title: string, found: unknown): void {
  if (!isRight) throw new Error(`The web client stops: ${title}, found ${JSON.stringify(found)}`)
}

/** The texts that the client reads of an entry, by its kind, in this order. */
const texts: Record<string, string[]> = {
  latest_answer: ['question', 'answer'],
  correction: ['claim', 'correction'],
  boundary: ['question', 'wording'],
}

function readEntry(entry: Loose, incomplete: Map<string, string>): void {
  expect(uuid.test(entry.entryId) && rev.test(entry.revision), 'an entry has an id and a revision', entry)
  const names = texts[entry.kind]
  expect(names !== undefined, 'a known kind of entry', entry.kind)
  for (const { name, text, start, end, totalChars, complete } of entry.fields) {
    const key = `${entry.entryId} ${name}`
    const before = incomplete.get(key) ?? ''
    expect(names?.includes(name) === true, `${entry.kind} has the fields ${names}`, name)
    expect(text === null || typeof text === 'string', 'a text or null', text)
    expect(start === before.length && end === start + (text?.length ?? 0), 'a text goes on where it stopped', { start })
    expect(complete === (end === totalChars), 'a text is complete at its end', { end, totalChars, complete })
    incomplete.set(key, before + (text ?? ''))
  }
}

function readQuestion(question: Loose): Loose {
  const fields = 'answer answerUpdatedAt id offeredAt ordinal question questionKey references revision sitting state'
  expect(Object.keys(question).sort().join(' ') === fields, 'every field of a question', Object.keys(question))
  expect(Number.isInteger(question.sitting) && question.sitting > 0, 'the number of a sitting', question.sitting)
  expect(instant.test(question.offeredAt) && instant.test(question.answerUpdatedAt), 'instants', question)
  return question
}

/** The client over the service: each call expects 200 and stops at anything else. */
function webClient(context: TestContext) {
  const base = `/api/artist/${context.artistId}`

  async function ask(method: Method, path: string, body?: unknown): Promise<Loose> {
    const answer = await context.call('owner', method, `${base}${path}`, body)
    expect(answer.status === 200 && answer.body.status === 'ok', `${method} ${path} is answered`, answer.body)
    return answer.body
  }

  /** All of the mandatory memory, page by page, compared with the boundaries of the sitting. */
  async function prepare(sitting: number): Promise<{ snapshotId: string; texts: Map<string, string> }> {
    const read = new Map<string, string>()
    let page = await ask('GET', `/interview/memory?sitting=${sitting}&maxChars=1000`)
    const { snapshotId, totalEntries } = page
    const entries = new Set<string>()
    for (;;) {
      expect(page.snapshotId === snapshotId && page.sitting === sitting, 'one memory to its end', page.snapshotId)
      for (const entry of page.entries) {
        readEntry(entry, read)
        entries.add(entry.entryId)
        const names = [...read.keys()].filter((key) => key.startsWith(entry.entryId)).length
        if (page.budget.nextCursor === null) expect(names === 2, 'an entry has both of its texts', entry)
      }
      if (page.budget.nextCursor === null) break
      page = await ask('GET', `/interview/memory?sitting=${sitting}&maxChars=1000&cursor=${page.budget.nextCursor}`)
    }
    expect(entries.size === totalEntries, 'as many entries as are said to be', { totalEntries, read: entries.size })
    const { boundaries } = await ask('GET', `/interview/boundaries?sitting=${sitting}`)
    for (const { id, wording, question } of boundaries) {
      expect(read.get(`${id} wording`) === wording, 'the memory has the wording of each boundary', wording)
      expect(read.get(`${id} question`) === question, 'and the question that it is tied to', question)
    }
    return { snapshotId, texts: read }
  }

  return {
    ask,
    prepare,
    restore: () => ask('GET', '/interview/session'),
    start: async () => (await ask('POST', '/interview/session', { requestId: uuidv7() })).session,
    offer: async (session: Loose, ordinal: number, question: string, references: unknown[]) => {
      const { snapshotId } = await prepare(session.sitting)
      const body = { ordinal, memorySnapshotId: snapshotId, question, references }
      return readQuestion((await ask('POST', `/interview/session/${session.id}/offer`, body)).question)
    },
    answer: async ({ id, revision }: Loose, answer: string | null) =>
      readQuestion((await ask('POST', `/interview/answers/${id}`, { expectedRevision: revision, answer })).question),
    draw: async ({ questionKey }: Loose, wording: string, scope: string) =>
      (await ask('POST', '/interview/boundaries', { requestId: uuidv7(), questionKey, wording, scope })).boundary,
    /** The form has a field for a note, and sends it also when it is empty. */
    revise: (id: string, expectedRevision: string, answer: string, note: string) =>
      context.call('owner', 'PATCH', `${base}/interview/responses/${id}`, { expectedRevision, answer, note }),
    finish: ({ id }: Loose) => ask('POST', `/interview/session/${id}/finish`, {}),
  }
}

const passage =
  'She said “we kept the first take”, and then she laughed. The bell on the record is real, and so is the rain.'

t.test('an artist with legacy offers: each is prepared under the number it is listed with', async (t) => {
  const context = await createTestContext(t)
  const client = webClient(context)
  for (const day of [1, 2, 3, 4])
    await addLegacyOffer(context, `A question of day ${day}?`, `2025-06-0${day}T12:00:00Z`)
  let requests = 0
  for (let { legacyOffers } = await client.restore(); legacyOffers.length > 0; ) {
    requests += 1
    const offer = readQuestion(legacyOffers[0])
    await client.prepare(offer.sitting)
    const answered = await client.answer(offer, `Answer ${requests}.`)
    t.match(answered, { state: 'answered', sitting: offer.sitting })
    await client.draw(answered, `Boundary ${requests}.`, 'until_retracted')
    legacyOffers = (await client.restore()).legacyOffers
  }
  t.equal(requests, 4)
  t.equal((await client.start()).sitting, 1, 'the sitting has the number that the offers were listed with')
})

t.test('two whole sittings, with a boundary of each scope, a revise without a note and one with', async (t) => {
  const context = await createTestContext(t)
  const client = webClient(context)
  const source = await context.addSource(passage)
  const long = 'It was the rain, and then the bell, and then there was not a word. '.repeat(25)
  for (const sitting of [1, 2]) {
    const session = await client.start()
    t.equal(session.sitting, sitting)
    const first = await client.offer(session, 1, 'What did the first take have?', [
      buildCitation(source, 'we kept the first take'),
    ])
    const answered = await client.answer(first, long)
    await client.draw(first, 'Please leave my brother out of it.', 'until_retracted')
    await client.draw(first, 'Not today.', 'sitting')
    const second = await client.offer(session, 2, 'Is the bell on it real?', [
      buildCitation(source, 'The bell on the record'),
    ])
    await client.answer(second, null)
    await client.offer(session, 3, 'And is the rain on it real?', [buildCitation(source, 'so is the rain')])
    const finished = await client.finish(session)
    t.match(finished, { session: { state: 'finished', sitting }, legacyOffers: [] })
    t.same(
      finished.session.questions.map((question: Loose) => readQuestion(question).state),
      ['answered', 'skipped', 'skipped'],
    )

    const revised = await client.revise(first.id, answered.revision, 'The rain.', '')
    t.match(revised, { status: 200, body: { response: { answer: 'The rain.' }, isCurrent: true } })
    const { revision } = revised.body.response
    t.match(await client.revise(first.id, answered.revision, 'Too late.', ''), { status: 409 })
    t.match(await client.revise(first.id, revision, 'The rain and the bell.', 'the bell'), { status: 200 })
    const { versions } = await client.ask('GET', `/interview/responses/${first.id}/versions`)
    t.same(
      versions.map(({ note }: Loose) => note),
      ['the bell', null, null],
    )
    const next = await client.prepare(sitting + 1)
    t.notOk([...next.texts.values()].includes('Not today.'), 'what held in the sitting alone is over')
    t.equal([...next.texts.values()].filter((text) => text === 'Please leave my brother out of it.').length, sitting)
  }
  t.ok(
    (await advanceUntilIdle(context)).some(({ kind, done }) => kind === 'lore_refresh' && done),
    'Lore has been composed again',
  )
})

async function proposeOne(t: Test) {
  const context = await createTestContext(t)
  const { db, artistId } = context
  await transact(db, async (trx) => {
    const trail = await lockAuditTrail(trx, artistId)
    if (trail === undefined) throw new Error('No artist')
    const text = { text: passage, truncated: false, publishedAt: '2026-06-02' }
    const found = {
      url: 'https://press.example/one',
      title: 'The bell',
      destination: 'lore',
      reason: 'Named.',
    } as const
    await proposeCandidate(trx, trail, uuidv7(), { ...found, text, provider: 'test', jobId: uuidv7() })
  })
  return { context, client: webClient(context) }
}

t.test(
  'a discovery is read by its listed id, approved, and becomes a source with its day of publication',
  async (t) => {
    const { context, client } = await proposeOne(t)
    const [candidate] = (await client.ask('GET', '/research/discoveries')).candidates
    expect(uuid.test(candidate.evidenceId), 'the id of evidence is a bare uuid', candidate.evidenceId)
    const path = `/research/evidence/discovery%3A${candidate.evidenceId}`
    const opened = await context.call('owner', 'GET', `/api/artist/${context.artistId}${path}?maxChars=4000`)
    t.match(opened, { status: 200, body: { passage: { text: passage, curation: 'pending' }, nextStart: null } })
    const bare = await context.call(
      'owner',
      'GET',
      `/api/artist/${context.artistId}/research/evidence/${candidate.evidenceId}`,
    )
    t.same(bare.body.passage, opened.body.passage, 'the bare id opens the same')
    const body = { revision: candidate.revision, decision: 'approve' }
    t.match(await client.ask('POST', `/research/discoveries/${candidate.id}/review`, body), {
      candidate: { curation: 'approved', evidenceId: candidate.evidenceId },
    })
    const { sources } = await client.ask('GET', '/knowledge/sources')
    t.same(
      sources.map(({ publishedAt }: Loose) => publishedAt),
      ['2026-06-02'],
    )
  },
)

t.test('a date of publication is shown with the precision at which it is known', async (t) => {
  const context = await createTestContext(t)
  const client = webClient(context)
  const dates = ['2026-06-02', '2026-06-02T10:00:00Z', '2026-06', '2026', null]
  for (const [at, published_at] of dates.entries()) {
    const { sourceId } = await context.addSource(`${passage} Number ${at}.`, { title: `${at}` })
    await context.db.updateTable('sources').set({ published_at }).where('source_id', '=', sourceId).execute()
  }
  const { sources } = await client.ask('GET', '/knowledge/sources')
  const shown = Object.fromEntries(sources.map(({ title, publishedAt }: Loose) => [title, publishedAt]))
  t.same(
    dates.map((_, at) => shown[at]),
    dates,
  )
})

import t from 'tap'
import { addVersions, createResponsesClient } from '../responses/answers.ts'
import { addImportedAnswer, startSitting } from '../sessions/interview.ts'
import { type ApiReply, createTestContext, type Loose } from '../support/test-context.ts'
import { randomFrom, seed } from '../text/seed.ts'
import { addCorrection, assembleEntries, buildBoundaryOn, createMemoryClient } from './memory.ts'

type Walk = {
  title: string
  read: (query: { cursor?: string }) => Promise<ApiReply>
  listItems: (page: Loose) => unknown[]
  /** Whether these pages, walked to the end, are complete. */
  isWhole: (pages: Loose[], items: unknown[]) => boolean
}

const walks = 12

t.test('a list walked beside writers gives each item once, or says that it has changed', async (t) => {
  const context = await createTestContext(t)
  const { list, versions, revise, read } = createResponsesClient(context)
  const { memory, history, boundaries, save, retract } = createMemoryClient(context)
  const { session, offer, answer, restore, reference } = await startSitting(context)
  const answers: { id: string; revision: string }[] = []
  for (let n = 0; n < 12; n += 1)
    answers.push(await addImportedAnswer(context, { offeredAt: '2020-01-01T00:00:00.000Z' }))
  const [written] = answers as [{ id: string; revision: string }]
  await addVersions(context, written.id, 10)
  for (let n = 0; n < 6; n += 1) await addCorrection(context, { claim: `Claim ${n} `.repeat(80) })
  const key = { questionKey: written.id }
  for (let n = 0; n < 6; n += 1) await save(buildBoundaryOn(key, { wording: 'Not that. '.repeat(60) }))

  const lists: Walk[] = [
    {
      title: 'responses',
      read: (query) => list({ ...query, limit: 3 }),
      listItems: (page) => page.responses.map(({ id }: Loose) => id),
      isWhole: (_, items) => answers.every(({ id }) => items.includes(id)),
    },
    {
      title: 'versions',
      read: (query) => versions(written.id, { ...query, limit: 3 }),
      listItems: (page) => page.versions.map(({ response }: Loose) => response.revision),
      isWhole: (_, items) => items.length >= 11 && items.at(-1) === written.revision,
    },
    {
      title: 'history',
      read: (query) => history({ ...query, limit: 4, maxChars: 1000 }),
      listItems: listParts('field'),
      isWhole: (pages) => isComplete(pages) && assembleEntries(pages).length >= 6 + answers.length,
    },
    {
      title: 'memory',
      read: (query) => memory({ ...query, sitting: 1, maxChars: 1000 }),
      listItems: listParts('name'),
      isWhole: (pages) => isComplete(pages) && assembleEntries(pages).length === pages[0].totalEntries,
    },
    {
      title: 'boundaries',
      read: (query) => boundaries({ ...query, sitting: 1 }),
      listItems: (page) => page.boundaries.map(({ id }: Loose) => id),
      isWhole: (_, items) => items.length >= 6,
    },
  ]
  t.comment(`SEED=${seed}`)
  const random = randomFrom(seed)
  const writing: Promise<unknown>[] = []
  const outcomes = await Promise.all(lists.map(walkAgain))
  await Promise.all(writing)
  for (const [at, { whole, changed, repeated, lacking }] of outcomes.entries()) {
    t.equal(repeated, 0, `${lists[at]?.title}: no item twice`)
    t.equal(lacking, 0, `and none left out in ${whole} walks to the end; ${changed} got 409 cursor_stale`)
  }
  t.ok(
    sum(outcomes.map(({ whole }) => whole)) > 0 && sum(outcomes.map(({ changed }) => changed)) > 0,
    'both came about',
  )

  async function walkAgain({ read, listItems, isWhole }: Walk) {
    const outcome = { whole: 0, changed: 0, repeated: 0, lacking: 0 }
    for (let n = 0; n < walks; n += 1) {
      const pages: Loose[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        // Not awaited: it continues beside this page and those of the other lists.
        if (random.below(15) === 0) writing.push(random.pick([reviseOne, drawAndLift, offerAndAnswer])())
        const { status, body }: ApiReply = await read(cursor === '' ? {} : { cursor })
        if (status === 409 && body.code === 'cursor_stale') break
        if (status !== 200) throw new Error(`A page answered ${status} ${body.code}`)
        pages.push(body)
        cursor = 'nextCursor' in body ? body.nextCursor : body.budget.nextCursor
      }
      const items = pages.flatMap(listItems)
      outcome.repeated += items.length - new Set(items).size
      outcome[cursor === null ? 'whole' : 'changed'] += 1
      if (cursor === null && !isWhole(pages, items)) outcome.lacking += 1
    }
    return outcome
  }

  async function reviseOne() {
    const { revision } = (await read(written.id)).body.response
    await revise(written.id, { expectedRevision: revision, answer: `Said again at ${revision}.` })
  }
  async function drawAndLift() {
    await retract((await save(buildBoundaryOn(key))).body.boundary)
  }
  async function offerAndAnswer() {
    const ordinal = 1 + (await restore()).body.session.questions.length
    const { status, body } = await offer(session, ordinal, reference)
    // After the third offer, or under a changed memory, the request is refused.
    if (status === 200) await answer(body.question, `Answer ${ordinal}.`)
  }
})

const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0)
/** Each part of a text that a page shows, by its entry, its name and where it begins. */
const listParts = (name: string) => (page: Loose) =>
  page.entries.flatMap(({ entryId, fields }: Loose) =>
    fields.map((field: Loose) => `${entryId} ${field[name]} ${field.start}`),
  )

/** Whether every text that these pages begin is also shown to its end. */
function isComplete(pages: Loose[]): boolean {
  const ended = new Map<string, boolean>()
  for (const { entryId, fields } of pages.flatMap((page) => page.entries)) {
    for (const { name, field, complete } of fields) ended.set(`${entryId} ${name ?? field}`, complete)
  }
  return [...ended.values()].every(Boolean)
}

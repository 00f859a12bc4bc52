import t, { type Test } from 'tap'
import { computeEntryRevision, type EntryObject, type HashedReference } from '#src/text/revisions.ts'
import { checkedTrail } from '../sessions/trail.ts'
import { newWorld, type World } from '../support/world.ts'
import { answered, responsesOf } from './answers.ts'

const writers = 64
/** Attempts of each writer; more make the same test longer and no different. */
const attempts = Number(process.env.REVISE_ATTEMPTS ?? 10)

t.test(
  `${writers} writers with ${attempts} attempts each on one answer leave one chain and lose no update`,
  async (t) => {
    // The writers wait for each other, and a busy machine makes them wait for longer than a caller should.
    const world = await newWorld(t, { DATABASE_POOL_WAIT_MS: '60000' })
    const { question } = await answered(world, 'The first wording.')
    const { revise, read } = responsesOf(world)
    const eventsBefore = (await checkedTrail(t, world)).length
    const saved: string[] = []
    const refused: number[] = []

    async function write(writer: number) {
      let expectedRevision: string = question.revision
      for (let n = 0; n < attempts; n += 1) {
        const answer = `Wording ${n} of writer ${writer}.`
        const { status, body } = await revise(question.id, { expectedRevision, answer, note: `${writer}/${n}` })
        if (status === 200) saved.push(answer)
        else refused.push(status)
        expectedRevision = status === 200 ? body.response.revision : (await read(question.id)).body.response.revision
      }
    }
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))

    t.ok(
      refused.every((status) => status === 409),
      'a writer who came late was told so',
    )
    // Whoever was late every time met another success each time; whoever was not has one of their own.
    t.ok(refused.length > 0 && saved.length >= attempts, `${saved.length} saved, ${refused.length} late`)
    t.equal(saved.length + refused.length, writers * attempts)
    const versions = await versionsOf(world, question.id)
    t.equal(versions.length, saved.length + 1, 'versions = the successes that changed something + the first')
    t.strictSame(
      versions
        .slice(1)
        .map(({ answer }) => answer)
        .toSorted(),
      saved.toSorted(),
      'no update is lost',
    )
    await checkChain(t, world, question.id)
    t.equal((await checkedTrail(t, world)).length, eventsBefore + saved.length, 'one audit event each')
  },
)

t.test('equal revises at the same time are one change', async (t) => {
  const world = await newWorld(t)
  const { question } = await answered(world)
  const { revise } = responsesOf(world)
  const body = { expectedRevision: question.revision, answer: 'The same words from everyone.' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => revise(question.id, body)))
  t.strictSame(new Set(answers.map(({ status }) => status)), new Set([200]))
  t.equal(new Set(answers.map((answer) => JSON.stringify(answer.body))).size, 1, 'all are told the same')
  t.equal((await versionsOf(world, question.id)).length, 2)
})

const versionsOf = ({ db }: World, id: string) =>
  db.selectFrom('response_versions').selectAll().where('entry_id', '=', id).orderBy('number').execute()

/** Every version follows the one before, in number, in the trail and by its revision; the entry is the last. */
async function checkChain(t: Test, world: World, id: string) {
  const entry = await world.db
    .selectFrom('interview_entries')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const versions = await versionsOf(world, id)
  const offered = { state: 'offered', answer: null, previous: null } as const
  let previous: string = computeEntryRevision({ ...objectOf(entry), ...offered })
  const broken = versions.filter((version, at) => {
    const revision = computeEntryRevision({ ...objectOf(entry), state: 'answered', answer: version.answer, previous })
    const follows = version.number === at + 1 && version.previous === previous && version.revision === revision
    previous = version.revision
    return !follows || (at > 0 && version.saved_seq <= (versions[at - 1]?.saved_seq ?? 0))
  })
  t.strictSame(broken, [], 'one chain')
  const newest = versions.at(-1)
  const end = {
    answer: newest?.answer,
    revision: newest?.revision,
    previous: newest?.previous,
    saved_seq: newest?.saved_seq,
  }
  t.match(entry, { ...end, answer_updated_at: newest?.saved_at, state: 'answered' }, 'whose end is the saved response')
}

type EntryRow = { artist_id: string; id: string; question_key: string; question: string; sitting: number | null }

const objectOf = (entry: EntryRow & { source: string; citations: unknown }) => ({
  artistId: entry.artist_id,
  entryId: entry.id,
  questionKey: entry.question_key,
  question: entry.question,
  sitting: entry.sitting,
  source: entry.source as EntryObject['source'],
  references: entry.citations as HashedReference[],
})

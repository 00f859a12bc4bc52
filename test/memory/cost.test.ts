import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import t from 'tap'
import { listInterviewHistory, readInterviewMemory } from '#plugins/memory/index.ts'
import { listInterviewResponses, listInterviewResponseVersions } from '#plugins/responses/index.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { addVersions } from '../responses/answers.ts'
import { addImportedAnswer } from '../sessions/interview.ts'
import { createTestContext, type Loose, type TestContext } from '../support/test-context.ts'
import { addCorrection, buildBoundaryOn, createMemoryClient } from './memory.ts'
import { readMemorySnapshot } from './read-snapshot.ts'

/**
 * How many blocks of the database the statements of `read` touch: a cost that is independent of the machine's load.
 * Planned once for all parameters, as the server does with a prepared statement in frequent use.
 */
async function countBlocks(interview: InterviewedArtist, read: (typeof reads)[string]): Promise<number> {
  const { url, database } = interview.context
  const statements: { sql: string; parameters: readonly unknown[] }[] = []
  const listening = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: ({ query }) => {
      statements.push(query)
    },
  })
  await read(listening, interview)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set plan_cache_mode = force_generic_plan')
    let blocks = 0
    for (const [at, { sql, parameters }] of statements.entries()) {
      await client.query(`prepare statement_${at} as ${sql}`)
      const values = parameters.length === 0 ? '' : `(${parameters.map(literal).join(', ')})`
      const { rows } = await client.query(`explain (analyze, buffers, format json) execute statement_${at}${values}`)
      const { Plan } = rows[0]['QUERY PLAN'][0]
      blocks += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
    }
    return blocks
  } finally {
    await client.end()
  }
}

const literal = (value: unknown): string =>
  value === null ? 'null' : typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value))

t.setTimeout(120_000)

/** A level or two more in each index, and sparser pages of rows and index entries: no more than this. */
const allowed = 1.5

t.test('no page costs more with 2,000 answers than with 20, wherever in the list it is', async (t) => {
  const [few, many] = [await createInterviewedArtist(t, 20), await createInterviewedArtist(t, 2_000)]
  for (const [title, read] of Object.entries(reads)) {
    const [before, after] = [await countBlocks(few, read), await countBlocks(many, read)]
    t.ok(after <= before * allowed + 8, `${title}: ${before} blocks with 20, ${after} with 2,000`)
  }
})

type Interview = { context: TestContext; artistId: string; id: string }
type InterviewedArtist = Interview & { ends: { responses: string; history: string; versions: string } }
type Db = Kysely<DB>
type Query = Record<string, string | number>

/** Calls a handler without the service, so that a page may be of any length. */
const createRead =
  (handle: (call: Loose, resources: Loose) => Promise<{ body: Loose }>, query: Query) =>
  async (db: Db, { artistId, id }: Interview, more: Query = {}) => {
    const call = { path: { id: artistId, answerId: id }, query: { ...query, ...more } }
    return (await handle({ ...call, caller: { kind: 'user', subject: 'owner' } }, { db })).body
  }

const readMemory = createRead(readInterviewMemory, { maxChars: 12_000 })
const listResponses = createRead(listInterviewResponses, { limit: 10 })
const listHistory = createRead(listInterviewHistory, { limit: 10, maxChars: 20_000, kind: 'all' })
const listVersions = createRead(listInterviewResponseVersions, { limit: 10 })

const reads: Record<string, (db: Db, interview: InterviewedArtist) => Promise<unknown>> = {
  'the snapshot': (db, { artistId }) => readMemorySnapshot(db, artistId, 1),
  'the memory': readMemory,
  'the first responses': listResponses,
  'the last responses': (db, one) => listResponses(db, one, { cursor: one.ends.responses }),
  'the first history': listHistory,
  'the last history': (db, one) => listHistory(db, one, { cursor: one.ends.history }),
  'the history of one sitting': (db, one) => listHistory(db, one, { sitting: 7 }),
  'the first versions': listVersions,
  'the last versions': (db, one) => listVersions(db, one, { cursor: one.ends.versions }),
}

/** The cursors of the pages that end the lists of so many. */
async function findEnds(db: Db, interview: Interview, listed: number): Promise<InterviewedArtist['ends']> {
  const all = { limit: listed - 5, maxChars: 100_000_000 }
  const { nextCursor: responses } = await listResponses(db, interview, all)
  const { budget } = await listHistory(db, interview, all)
  const { nextCursor: versions } = await listVersions(db, interview, all)
  return { responses, history: budget.nextCursor, versions }
}

/**
 * An artist with a number of answers in sittings of four, the newest with as many versions, some corrections and
 * boundaries, and as many audit events.
 */
async function createInterviewedArtist(t: Parameters<typeof createTestContext>[0], answers: number) {
  const context = await createTestContext(t)
  const { artistId, db } = context
  const { id } = await addImportedAnswer(context, { offeredAt: '2026-06-01T00:00:00.000Z', sitting: 1 })
  await addVersions(context, id, answers)
  for (let n = 0; n < 5; n += 1) await addCorrection(context, { claim: `Claim ${n}.` })
  for (let n = 0; n < 5; n += 1) await createMemoryClient(context).save(buildBoundaryOn({ questionKey: id }))
  await sql`insert into audit_events (artist_id, seq, action, subject, at, details, previous, hash)
    select ${artistId}, head.seq + n, 'lore.published', 'lore:x', now(), '{}',
      ${'a'.repeat(64)}, ${'b'.repeat(64)}
    from generate_series(1, ${sql.lit(answers)}) as n,
      (select max(seq) as seq from audit_events where artist_id = ${artistId}) as head`.execute(db)
  await sql`insert into interview_entries (artist_id, id, question_key, question, answer, state, source, sitting, revision, offered_at, saved_seq)
    select ${artistId}, gen_random_uuid(), 'key ' || n, 'Where was it?', repeat('In the old mill. ', 20), 'answered', 'import', 2 + n / 4,
      ${'a'.repeat(64)}, timestamptz '2020-01-01T00:00:00Z' + n * interval '1 hour', n
    from generate_series(1, ${sql.lit(answers)}) as n`.execute(db)
  await sql`vacuum analyze`.execute(db)
  const interview = { context, artistId, id }
  const ends = await findEnds(db, interview, answers)
  t.notOk(Object.values(ends).includes(null as never))
  return { ...interview, ends }
}

import type { Kysely } from 'kysely'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { SavedInterview } from './interviewer.ts'

/** How many things were acknowledged altogether. */
export const countAcknowledged = ({ saved }: { saved: readonly SavedInterview[] }): number =>
  saved
    .flatMap(({ sittings }) => sittings)
    .reduce((sum, { questions, boundaries, state }) => {
      const versions = questions.reduce((all, one) => all + one.versions.length, 0)
      return sum + 1 + questions.length + versions + 2 * boundaries.length + Number(state === 'finished')
    }, 0)

/**
 * How the records differ from what was acknowledged, in words; none when they do not: nothing acknowledged is missing
 * or different, nothing is stored twice, and every chain and revision can be recomputed.
 */
export async function findDifferences(db: Kysely<DB>, all: readonly SavedInterview[]): Promise<string[]> {
  const differences: string[] = []
  for (const saved of all) {
    const [found, expected] = [await readRecords(db, saved.artistId), listExpectedRecords(saved)]
    for (const part of Object.keys(expected) as (keyof typeof expected)[]) {
      const [is, should] = [JSON.stringify(found[part]), JSON.stringify(expected[part])]
      if (is !== should) differences.push(`artist ${saved.artistId}: ${part} are ${is} and not ${should}`)
    }
    const { finding } = await verifyRecords(db, saved.artistId)
    if (finding !== undefined) differences.push(`verify: ${JSON.stringify(finding)}`)
  }
  return differences
}

const sortLines = (lines: readonly string[]) => lines.toSorted()

/** The expected records, as lines that can be compared. */
function listExpectedRecords({ sittings }: SavedInterview) {
  const questions = sittings.flatMap((sitting) => sitting.questions)
  const versions = questions.flatMap(({ id, versions }) =>
    versions.map(({ revision, answer }, at) => `${id} ${at + 1} ${revision} ${answer}`),
  )
  const answered = questions.filter(({ state }) => state === 'answered').length
  const boundaries = sittings.flatMap((sitting) => sitting.boundaries)
  const finished = sittings.filter(({ state }) => state === 'finished').length
  const events = {
    'answer.revised': versions.length - answered,
    'answer.saved': answered,
    'boundary.retracted': boundaries.length,
    'boundary.saved': boundaries.length,
    'question.offered': questions.length,
    'sitting.finished': finished,
    'sitting.started': sittings.length,
  }
  return {
    sittings: sortLines(sittings.map(({ id, state }) => `${id} ${state}`)),
    questions: sortLines(questions.map(({ id, state, revision }) => `${id} ${state} ${revision}`)),
    versions: sortLines(versions),
    boundaries: sortLines(boundaries),
    events: Object.entries(events).flatMap(([action, count]) => (count > 0 ? [`${count} ${action}`] : [])),
    'requests for Lore': sittings.reduce((sum, { requests }) => sum + requests, 0),
  }
}

async function readRecords(db: Kysely<DB>, artistId: string): Promise<ReturnType<typeof listExpectedRecords>> {
  const sittings = await readRows(db, artistId, 'interview_sessions', ['id', 'state'])
  const questions = await readRows(db, artistId, 'interview_entries', ['id', 'state', 'revision'])
  const versions = await readRows(db, artistId, 'response_versions', ['entry_id', 'number', 'revision', 'answer'])
  const boundaries = await readRows(db, artistId, 'interview_boundaries', ['id'])
  const events = await db
    .selectFrom('audit_events')
    .select(['action', (eb) => eb.fn.countAll<number>().as('count')])
    .where('artist_id', '=', artistId)
    .where('action', 'in', eventsOfInterviews)
    .groupBy('action')
    .orderBy('action')
    .execute()
  const { requests } = await db
    .selectFrom('artist_research_jobs')
    .select((eb) => eb.fn.sum<number | null>('requests').as('requests'))
    .where('artist_id', '=', artistId)
    .where('kind', '=', 'lore_refresh')
    .executeTakeFirstOrThrow()
  return {
    sittings,
    questions,
    versions,
    boundaries,
    events: events.map(({ action, count }) => `${count} ${action}`),
    'requests for Lore': requests ?? 0,
  }
}

const eventsOfInterviews = [
  'answer.revised',
  'answer.saved',
  'boundary.retracted',
  'boundary.saved',
  'question.offered',
  'question.skipped',
  'sitting.finished',
  'sitting.started',
]

async function readRows<Table extends keyof DB & string>(
  db: Kysely<DB>,
  artistId: string,
  table: Table,
  columns: readonly (keyof DB[Table] & string)[],
): Promise<string[]> {
  const rows = (await db
    .selectFrom(table as 'interview_entries')
    .select(columns as never)
    .where('artist_id', '=', artistId)
    .execute()) as Record<string, unknown>[]
  return sortLines(rows.map((row) => columns.map((column) => row[column]).join(' ')))
}

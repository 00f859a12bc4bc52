import type { Kysely } from 'kysely'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type Rows, readRows } from '../rows.ts'
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
    const [found, expected] = [listFound(await readRows(db, saved.artistId)), listExpected(saved)]
    for (const part of Object.keys(expected) as (keyof typeof expected)[]) {
      const [is, should] = [JSON.stringify(found[part]), JSON.stringify(expected[part])]
      if (is !== should) differences.push(`artist ${saved.artistId}: ${part} are ${is} and not ${should}`)
    }
    const { finding } = await verifyRecords(db, saved.artistId)
    if (finding !== undefined) differences.push(`verify: ${JSON.stringify(finding)}`)
  }
  return differences
}

/** As lines that can be compared. */
function listExpected({ sittings }: SavedInterview) {
  const questions = sittings.flatMap((sitting) => sitting.questions)
  const versions = questions.flatMap(({ id, versions }) =>
    versions.map(({ revision, answer }, at) => `${id} ${at + 1} ${revision} ${answer}`),
  )
  const answered = questions.filter(({ state }) => state === 'answered').length
  const boundaries = sittings.flatMap((sitting) => sitting.boundaries)
  const finished = sittings.filter(({ state }) => state === 'finished').length
  return {
    sittings: sittings.map(({ id, state }) => `${id} ${state}`).toSorted(),
    questions: questions.map(({ id, state, revision }) => `${id} ${state} ${revision}`).toSorted(),
    versions: versions.toSorted(),
    boundaries: boundaries.toSorted(),
    events: [
      ...Array.from({ length: versions.length - answered }, () => 'answer.revised'),
      ...Array.from({ length: answered }, () => 'answer.saved'),
      ...boundaries.flatMap(() => ['boundary.retracted', 'boundary.saved']),
      ...questions.map(() => 'question.offered'),
      ...Array.from({ length: finished }, () => 'sitting.finished'),
      ...sittings.map(() => 'sitting.started'),
    ].toSorted(),
    'requests for Lore': sittings.reduce((sum, { requests }) => sum + requests, 0),
  }
}

function listFound({ sessions, entries, versions, boundaries, events, jobs }: Rows): ReturnType<typeof listExpected> {
  const actions = events.map(({ action }) => action)
  const refreshes = jobs.filter(({ kind }) => kind === 'lore_refresh')
  return {
    sittings: sessions.map(({ id, state }) => `${id} ${state}`).toSorted(),
    questions: entries.map(({ id, state, revision }) => `${id} ${state} ${revision}`).toSorted(),
    versions: versions
      .map(({ entry_id, number, revision, answer }) => `${entry_id} ${number} ${revision} ${answer}`)
      .toSorted(),
    boundaries: boundaries.map(({ id }) => id).toSorted(),
    events: actions.filter((action) => /^(answer|boundary|question|sitting)\./.test(action)).toSorted(),
    'requests for Lore': refreshes.reduce((sum, { requests }) => sum + requests, 0),
  }
}

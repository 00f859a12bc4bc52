import { verifyRecords } from '#src/admin/verify/verify.ts'
import { offerFirstQuestion } from '../../sessions/interview.ts'
import { runConcurrently } from '../crash-points.ts'
import type { SystemTest } from '../result.ts'
import { countBodies, formatStatuses, openServices, patient } from '../service.ts'

const finishesMany = 1_000
/** Calls in a group, the first three of which are not a finish. */
const besideEvery = 20
const callersMax = 200

/**
 * A sitting is finished a thousand times at two services while its questions are offered and answered: one finish, one
 * Lore job, no open question, and every finish has the same response.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  const actors = await openServices(environment, 2, patient)
  const { session, question, answer, offer, finish, restore, reference } = await offerFirstQuestion(actors)
  await answer(question, 'We were tired.')
  const open = (await offer(session, 2, reference)).body.question
  const besides = [
    () => answer(open, 'In the last second.'),
    () => offer(session, 3, reference),
    () => offer(session, 2, reference),
  ]
  const rounds = short ? finishesMany / 5 : finishesMany
  const calls = Math.ceil((rounds * besideEvery) / (besideEvery - besides.length))
  // The sitting goes on for a moment before it is finished, so that calls fall on both sides of the finish.
  const answers = await runConcurrently(calls, callersMax, async (at) => {
    const beside = besides[at % besideEvery]
    return { isFinish: beside === undefined, ...(await (beside ?? (() => finish(session)))()) }
  })
  const finished = answers.filter(({ isFinish }) => isFinish)
  const others = answers.filter(({ isFinish }) => !isFinish)
  environment.log(`finishes: ${formatStatuses(finished)}; offers and answers beside them: ${formatStatuses(others)}`)

  const { session: saved } = (await restore()).body
  const left = saved.questions.filter(({ state }: { state: string }) => state === 'offered').length
  const events = await environment.db.selectFrom('audit_events').select('action').orderBy('seq').execute()
  const closings = events.filter(({ action }) => action === 'sitting.finished')
  const isLast = events.at(-1)?.action === 'sitting.finished'
  const jobs = await environment.db.selectFrom('artist_research_jobs').select(['kind', 'requests']).execute()
  const { finding } = await verifyRecords(environment.db, actors.artistId)
  if (finding !== undefined) environment.log(JSON.stringify(finding))
  const bodies = countBodies(finished)
  const isOne = closings.length === 1 && jobs.length === 1 && jobs[0]?.requests === 1 && bodies === 1 && left === 0
  const isReported =
    finished.every(({ status }) => status === 200) && others.every(({ status }) => status === 200 || status === 409)
  return {
    passed: finding === undefined && isOne && isLast && isReported && finished.length >= rounds,
    summary: `${finished.length} finishes: ${closings.length} closing, ${jobs.length} Lore job, ${left} questions left open, ${bodies} body for all`,
  }
}

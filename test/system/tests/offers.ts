import { verifyRecords } from '#src/admin/verify/verify.ts'
import { startSitting } from '../../sessions/interview.ts'
import type { SystemTest } from '../result.ts'
import { countBodies, formatStatuses, openServices, patient } from '../service.ts'

const offersAtOnce = 200

/**
 * Two services are offered 200 different questions for one ordinal at once: one of them is saved, and every response is
 * that one. In the long form for all three ordinals of a sitting.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  const actors = await openServices(environment, 2, patient)
  const { session, prepared, sendOffer, answer, reference } = await startSitting(actors)
  const ordinals = short ? [1] : [1, 2, 3]
  let worstBodies = 0
  let accepted = 0
  for (const ordinal of ordinals) {
    const offer = await prepared(session, ordinal, [reference])
    const answers = await Promise.all(
      Array.from({ length: offersAtOnce }, (_, at) =>
        sendOffer(session, { ...offer, question: `Wording number ${at} of it?` }),
      ),
    )
    environment.log(`ordinal ${ordinal}: ${formatStatuses(answers)}, ${countBodies(answers)} different bodies`)
    worstBodies = Math.max(worstBodies, countBodies(answers))
    accepted += answers.filter(({ status }) => status === 200).length
    await answer(answers.find(({ status }) => status === 200)?.body.question, null)
  }
  const rows = await environment.db.selectFrom('interview_entries').select('id').execute()
  const { finding } = await verifyRecords(environment.db, actors.artistId)
  if (finding !== undefined) environment.log(JSON.stringify(finding))
  const all = offersAtOnce * ordinals.length
  return {
    passed: finding === undefined && rows.length === ordinals.length && worstBodies === 1 && accepted === all,
    summary: `${offersAtOnce} offers at once on each of ${ordinals.length} ordinals: ${rows.length} rows, ${accepted} accepted with ${worstBodies} body each`,
  }
}

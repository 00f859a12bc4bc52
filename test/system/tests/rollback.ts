import { verifyRecords } from '#src/admin/verify/verify.ts'
import { breakages, withBreakage } from '../concurrency/rollback/breakages.ts'
import { openChanges } from '../concurrency/rollback/changes.ts'
import { reviseConcurrently } from '../concurrency/rollback/storm.ts'
import { openDifferences } from '../fidelity/differences.ts'
import { computeFingerprint } from '../fingerprint.ts'
import type { SystemTest } from '../result.ts'
import { openServices, patient } from '../service.ts'

/**
 * The database refuses the job of a change, in four ways. The change is then rolled back: no row of the artist differs,
 * and the response is a failure. Changes without a job succeed, and once jobs can be queued the same change succeeds.
 * Then many writers revise while every second job is refused: as many versions, events and requests as successes.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  const actors = await openServices(environment, 2, patient)
  const { differ, counts } = openDifferences(environment.log)
  let failures = 0
  for (const breakage of breakages) {
    const { artistId, queueing, quiet } = await openChanges(environment, actors)
    await withBreakage(environment.db, breakage, async () => {
      for (const [change, make] of Object.entries(queueing)) {
        const before = await computeFingerprint(environment.db, artistId)
        differ(`${change} while ${breakage.how}`, breakage.status, (await make()).status)
        differ(
          `all that is stored after ${change} while ${breakage.how}`,
          before,
          await computeFingerprint(environment.db, artistId),
        )
        failures += 1
      }
      for (const [change, make] of Object.entries(quiet))
        differ(`${change}, which queues nothing`, 200, (await make()).status)
    })
    for (const [change, make] of Object.entries(queueing)) {
      const before = await countRequests(artistId)
      const { status, body } = await make()
      differ(`${change} afterwards`, true, status === 200 || status === 202 || JSON.stringify(body))
      differ(`${change} afterwards, with its job`, true, (await countRequests(artistId)) > before)
    }
    const { finding } = await verifyRecords(environment.db, artistId)
    differ('the trail', undefined, finding && JSON.stringify(finding))
  }
  const { differences } = counts()

  const attempts = short ? 300 : 3_000
  const storm = await reviseConcurrently(environment, actors, attempts)
  environment.log(`${attempts} revises while every second job is refused: ${JSON.stringify(storm)}`)
  const { saved, failed, late, versions, events, requests, lost, isCurrentSaved } = storm
  const isWhole = saved + failed + late === attempts && saved > 0 && failed > 0 && isCurrentSaved
  const isEqual = versions === saved && events === saved && requests === saved && lost === 0
  return {
    passed: differences === 0 && isWhole && isEqual,
    summary: `${failures} changes whose job was refused in ${breakages.length} ways: ${differences} traces of them; ${failed} of ${attempts} revises failed with theirs, ${saved} were saved: ${versions} versions, ${events} audit events, ${requests} requests`,
  }

  async function countRequests(artistId: string): Promise<number> {
    const jobs = await environment.db
      .selectFrom('artist_research_jobs')
      .select('requests')
      .where('artist_id', '=', artistId)
      .execute()
    return jobs.reduce((sum, { requests }) => sum + requests, 0)
  }
}

import { citusUrl, createOnCluster } from '../../support/citus.ts'
import { findAllowed, joinLines } from '../cluster/allowed-statements.ts'
import { runAreaTests } from '../cluster/area-tests.ts'
import { planOnCluster } from '../cluster/citus-plan.ts'
import { copyArtists } from '../cluster/copy-artists.ts'
import { migrateLater } from '../cluster/later-migration.ts'
import { moveShardsUnderLoad } from '../cluster/move-shards.ts'
import { recordStatements } from '../cluster/record-statements.ts'
import { createEnvironmentOn } from '../deployment/server.ts'
import type { TestEnvironment } from '../environment.ts'
import type { SystemTest, SystemTestResult } from '../result.ts'

/**
 * The service on a real Citus: every statement is planned as one task; two services hold sittings while a worker is
 * drained and filled again; `verify`, export, import and a later migration; in the long form, the tests of all areas.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  if (citusUrl === undefined) {
    const remedy = 'CITUS_URL names no coordinator of a Citus; scripts/deploy/compose.citus.yaml starts one'
    return { passed: short, summary: `NOT RUN: ${remedy}` }
  }
  const own = createEnvironmentOn(environment, await createOnCluster(environment))
  const parts: [string, () => Promise<SystemTestResult>][] = [
    ['statements', () => planAll(environment, own)],
    ['load', () => moveShardsUnderLoad(own, { short })],
    ['bulk', () => copyArtists(own)],
    ['migration', async () => migrateLater(createEnvironmentOn(environment, await createOnCluster(environment)))],
    ...(short ? [] : [['area tests', runAreaTests] as [string, () => Promise<SystemTestResult>]]),
  ]
  const results: SystemTestResult[] = []
  for (const [name, carryOut] of parts) {
    const result = await carryOut()
    environment.log(`${name}: ${result.summary}`)
    results.push(result)
  }
  return { passed: results.every(({ passed }) => passed), summary: results.map(({ summary }) => summary).join('; ') }
}

/** Whether the cluster's own planner says of each statement what `shards` says without one. */
async function planAll(environment: TestEnvironment, { db }: TestEnvironment): Promise<SystemTestResult> {
  const { sent, operators } = await recordStatements(environment)
  const isScatterAllowed = (statement: string) => findAllowed(statement) !== undefined || operators.includes(statement)
  let wrong = 0
  for (const statement of [...sent, ...operators]) {
    const plan = await planOnCluster(db, statement)
    if ('tasks' in plan && (plan.tasks <= 1 || isScatterAllowed(statement))) continue
    wrong += 1
    environment.log(`${JSON.stringify(plan)} for: ${joinLines(statement).slice(0, 500)}`)
  }
  return {
    passed: wrong === 0,
    summary: `${sent.length} statements of the service and ${operators.length} of operators planned by Citus, ${wrong} otherwise than as “shards” says`,
  }
}

import t from 'tap'
import { citusUrl, createOnCluster } from '../../support/citus.ts'
import { copyArtists, migrateLater, moveShardsUnderLoad, planOnCluster } from '../cluster/on-citus.ts'
import { findAllowed, joinLines, recording, recordStatements } from '../cluster/statements.ts'
import { createEnvironmentOn, openEnvironment } from '../environment.ts'

t.setTimeout(3 * 3_600_000)
if (citusUrl === undefined)
  throw new Error('CITUS_URL names no coordinator; scripts/deploy/compose.citus.yaml starts one')
const environment = await openEnvironment(t, recording)
const own = createEnvironmentOn(environment, await createOnCluster(environment))

t.test('Citus plans each statement as the test of shards says', async (t) => {
  const { sent, operators } = await recordStatements(environment)
  for (const statement of [...sent, ...operators]) {
    const plan = await planOnCluster(own.db, statement)
    const mayScatter = findAllowed(statement) !== undefined || operators.includes(statement)
    const isAsExpected = 'tasks' in plan && (plan.tasks <= 1 || mayScatter)
    t.ok(isAsExpected, `${JSON.stringify(plan)} for: ${joinLines(statement)}`)
  }
  environment.report('cluster', `${sent.length} statements of the service and ${operators.length} of operators planned`)
})

t.test('nothing is lost while workers are drained and filled and sessions between nodes end', (t) =>
  moveShardsUnderLoad(t, own),
)
t.test('an artist is copied to another distributed database without a difference', (t) => copyArtists(t, own))
t.test('a later migration is applied, and its table distributed', async (t) =>
  migrateLater(t, createEnvironmentOn(environment, await createOnCluster(environment))),
)

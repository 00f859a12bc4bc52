import t from 'tap'
import { listTablePlacements } from '../../../scripts/cli/distribution.ts'
import { findLooseKeys, findRefusals, findScattered, readColumns, readVolatilities } from '../cluster/shard-rules.ts'
import { allowedStatements, findAllowed, joinLines, recording, recordStatements } from '../cluster/statements.ts'
import { openEnvironment } from '../environment.ts'

t.setTimeout(240_000)
const environment = await openEnvironment(t, recording)
const { db } = environment
const { requests, commands, sent, operators } = await recordStatements(environment)
const places = await listTablePlacements(db)
const [columns, volatilities] = [await readColumns(db), await readVolatilities(db)]
const onCoordinator = new Set(places.filter(({ kind }) => kind === 'coordinator').map(({ table }) => table))

t.test('every key and every reference of an artist has the artist', async (t) => {
  t.same(await findLooseKeys(db, places), [])
})

// It names the artist by parameter in each table of an artist, and computes nothing that the nodes would compute
// differently.
t.test('every statement of the service is one task on one shard, but those with a reason', async (t) => {
  const needed = new Set<string>()
  const wrong: string[] = []
  for (const statement of sent) {
    const scattered = await findScattered(db, statement, places, columns)
    const allowed = findAllowed(statement)
    if (scattered.length > 0 && allowed !== undefined) needed.add(allowed.begins)
    const faults = [
      ...(allowed === undefined ? scattered : []),
      ...findRefusals(statement, volatilities, onCoordinator),
    ]
    if (faults.length > 0) wrong.push(`${faults.join(', ')} in: ${joinLines(statement)}`)
  }
  t.same(wrong, [])
  t.same([...needed].toSorted(), allowedStatements.map(({ begins }) => begins).toSorted(), 'every exception is needed')
  t.ok(sent.length >= 100, 'the service has done everything')
  environment.report(
    'shards',
    `${sent.length} statements of ${requests} requests, ${needed.size} of them on all shards`,
  )
})

t.test('no statement of the command line is refused by a cluster', async (t) => {
  const wrong = operators.flatMap((statement) =>
    findRefusals(statement, volatilities, onCoordinator).map((fault) => `${fault} in: ${joinLines(statement)}`),
  )
  t.same(wrong, [])
  environment.report('shards', `${operators.length} more statements of ${commands} commands`)
})

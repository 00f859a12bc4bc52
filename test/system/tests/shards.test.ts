import t from 'tap'
import { listTablePlacements } from '../../../scripts/cli/distribution.ts'
import { findLooseKeys, findRefusals, findScattered, readColumns, readVolatilities } from '../cluster/shard-rules.ts'
import {
  allowedOfOperators,
  allowedStatements,
  findAllowed,
  joinLines,
  recording,
  recordStatements,
} from '../cluster/statements.ts'
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

/** What keeps statements from being one task on one shard, and the exceptions that were needed. */
async function judge(statements: readonly string[], allowed: typeof allowedStatements) {
  const needed = new Set<string>()
  const wrong: string[] = []
  for (const statement of statements) {
    const scattered = await findScattered(db, statement, places, columns)
    const exception = findAllowed(statement, allowed)
    if (scattered.length > 0 && exception !== undefined) needed.add(exception.begins)
    const faults = [
      ...(exception === undefined ? scattered : []),
      ...findRefusals(statement, volatilities, onCoordinator),
    ]
    if (faults.length > 0) wrong.push(`${faults.join(', ')} in: ${joinLines(statement)}`)
  }
  return { wrong, needed: [...needed].toSorted(), allowed: allowed.map(({ begins }) => begins).toSorted() }
}

// It names the artist by parameter in each table of an artist, and computes nothing that the nodes would compute
// differently.
t.test('every statement of the service is one task on one shard, but those with a reason', async (t) => {
  const { wrong, needed, allowed } = await judge(sent, allowedStatements)
  t.same(wrong, [])
  t.same(needed, allowed, 'every exception is needed')
  t.ok(sent.length >= 100, 'the service has done everything')
  environment.report(
    'shards',
    `${sent.length} statements of ${requests} requests, ${needed.length} of them on all shards`,
  )
})

t.test('so is every statement of the command line', async (t) => {
  const { wrong, needed, allowed } = await judge(operators, allowedOfOperators)
  t.same(wrong, [])
  t.same(needed, allowed, 'every exception is needed')
  environment.report('shards', `${operators.length} more statements of ${commands} commands`)
})

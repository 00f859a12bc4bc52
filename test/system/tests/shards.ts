import { listTablePlacements } from '../../../scripts/cli/distribution.ts'
import { allowedStatements, findAllowed, joinLines } from '../cluster/allowed-statements.ts'
import { findLooseKeys } from '../cluster/keys.ts'
import { recordStatements } from '../cluster/record-statements.ts'
import { findRefusals, readVolatilities } from '../cluster/refusals.ts'
import { findScattered, readColumns } from '../cluster/scattered-statements.ts'
import type { SystemTest } from '../result.ts'

/** With fewer statements the service cannot have done everything. */
const statementsMin = 100

/**
 * Every statement that the service sends is one that Citus carries out as one task on one shard: it names the artist by
 * parameter in each table of an artist, and computes nothing that the nodes would compute differently; so do all keys
 * and references. The few statements without an artist have a reason each; those of operators may be of many artists.
 */
export const runSystemTest: SystemTest = async (environment) => {
  const { db, requests, commands, sent, operators } = await recordStatements(environment)
  const places = await listTablePlacements(db)
  const [columns, volatilities] = [await readColumns(db), await readVolatilities(db)]
  const wrong = await findLooseKeys(db, places)
  const onCoordinator = new Set(places.filter(({ kind }) => kind === 'coordinator').map(({ table }) => table))
  const needed = new Set<string>()
  for (const statement of sent) {
    const scattered = await findScattered(db, statement, places, columns)
    const allowed = findAllowed(statement)
    if (scattered.length > 0 && allowed !== undefined) needed.add(allowed.begins)
    const faults = [
      ...(allowed === undefined ? scattered : []),
      ...findRefusals(statement, volatilities, onCoordinator),
    ]
    if (faults.length > 0) wrong.push(`${faults.join(', ')} in: ${joinLines(statement).slice(0, 1_000)}`)
  }
  for (const statement of operators) {
    const faults = findRefusals(statement, volatilities, onCoordinator)
    if (faults.length > 0) wrong.push(`${faults.join(', ')} in: ${joinLines(statement).slice(0, 1_000)}`)
  }
  const idle = allowedStatements.filter(({ begins }) => !needed.has(begins))
  for (const { begins } of idle) wrong.push(`no statement needs the exception: ${begins}`)
  for (const words of wrong) environment.log(words)
  return {
    passed: wrong.length === 0 && sent.length >= statementsMin,
    summary: `${requests} requests, ${sent.length} statements: ${sent.length - needed.size} are one task on one shard, ${needed.size} ask all shards, each with a reason; ${commands} commands, ${operators.length} more statements; ${wrong.length} wrong, keys and references included`,
  }
}

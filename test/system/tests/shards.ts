import { listTablePlacements } from '../../../scripts/cli/distribution.ts'
import { argued, findArgument, joinLines } from '../cluster/argued.ts'
import { findScattered, readColumns } from '../cluster/explained.ts'
import { findLooseKeys } from '../cluster/keys.ts'
import { recordStatements } from '../cluster/recorded.ts'
import { findRefusals, readVolatilities } from '../cluster/refused.ts'
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
    const argument = findArgument(statement)
    if (scattered.length > 0 && argument !== undefined) needed.add(argument.begins)
    const faults = [
      ...(argument === undefined ? scattered : []),
      ...findRefusals(statement, volatilities, onCoordinator),
    ]
    if (faults.length > 0) wrong.push(`${faults.join(', ')} in: ${joinLines(statement).slice(0, 1_000)}`)
  }
  for (const statement of operators) {
    const faults = findRefusals(statement, volatilities, onCoordinator)
    if (faults.length > 0) wrong.push(`${faults.join(', ')} in: ${joinLines(statement).slice(0, 1_000)}`)
  }
  const idle = argued.filter(({ begins }) => !needed.has(begins))
  for (const { begins } of idle) wrong.push(`nothing needs to be argued for: ${begins}`)
  for (const words of wrong) environment.say(words)
  return {
    passed: wrong.length === 0 && sent.length >= statementsMin,
    summary: `${requests} requests, ${sent.length} statements: ${sent.length - needed.size} are one task on one shard, ${needed.size} ask all shards and are argued for; ${commands} commands, ${operators.length} more statements; ${wrong.length} wrong, keys and references included`,
  }
}

import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { listReferences, type Place, placesOf, type Reference } from './distribution.ts'

/**
 * The statements that lay out the tables over a cluster, in an order in which each can be carried out; of those in
 * `placed` nothing is said. A reference to a table that is distributed later, as in a circle there is always one, is
 * taken off before and put back after.
 */
export async function buildDistribution(db: Kysely<DB>, placed: ReadonlySet<string>): Promise<string[]> {
  const places = (await placesOf(db)).filter(({ table, place }) => place !== 'coordinator' && !placed.has(table))
  const order = new Map(places.map(({ table }, at) => [table, at]))
  const references = await listReferences(db)
  const early = references.filter(({ from, to }) => (order.get(from) ?? -1) < (order.get(to) ?? -1) && order.has(from))
  return [...early.map(takenOff), ...places.map(distributed), ...early.map(putBack)]
}

function distributed(one: Place): string {
  if (one.place !== 'by artist') return `select create_reference_table('${one.table}')`
  const beside = one.table === 'artists' ? '' : `, colocate_with => 'artists'`
  return `select create_distributed_table('${one.table}', '${one.column}'${beside})`
}

const takenOff = ({ from, name }: Reference) => `alter table ${from} drop constraint ${name}`
const putBack = ({ from, name, definition }: Reference) => `alter table ${from} add constraint ${name} ${definition}`

import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { listReferences, type Place, placesOf, type Reference } from './distribution.ts'

/**
 * The statements that distribute the tables over a cluster, in a valid order, except those in `placed`. A reference to
 * a table that is distributed later, as every cycle has one, is dropped before and added after.
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

import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { UnitAt } from './passages.ts'
import { listParts, type PartOf, type Scope } from './queries.ts'
import type { Anchor } from './rank.ts'
import type { Unit } from './units.ts'

/** The best anchors are enough to lay ten windows around, though many of them lie in one. */
const anchorsMax = 150

/** The units around the best anchors: those of their parts, and of the neighbouring parts, for a window may reach over. */
export async function readUnits(db: Kysely<DB>, scope: Scope, anchors: Anchor[]): Promise<UnitAt> {
  const wanted = new Map<string, PartOf>()
  for (const { sourceId, part } of anchors.slice(0, anchorsMax)) {
    for (const near of [part - 1, part, part + 1]) wanted.set(`${sourceId} ${near}`, { sourceId, part: near })
  }
  const units = new Map<string, Unit>()
  for (const part of await listParts(db, scope, [...wanted.values()])) {
    for (const [at, unit] of part.units.entries()) units.set(`${part.source_id} ${part.first_unit + at}`, unit)
  }
  return (sourceId, unit) => units.get(`${sourceId} ${unit}`)
}

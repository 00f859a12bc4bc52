import { type Kysely, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '#src/database/tables.gen.ts'
import type { Column, Shape } from '#src/records/archive/shapes.ts'
import { findingsOf } from '#src/records/verify/artist.ts'
import type { Finding } from '#src/records/verify/finding.ts'
import type { Random } from '../text/seed.ts'

/** What a flip came to: what verify named first, `unseen`, or that the database would not hold such a row. */
export type Seen = Finding | 'unseen' | 'refused by the database'

export type Flip = { shape: Shape; column: Column; row: Record<string, unknown>; value: unknown }

/** Changes one value behind the service's back, verifies, and takes it back. */
export async function sightOf(db: Kysely<DB>, shapes: Shape[], artistId: string, flip: Flip): Promise<Seen> {
  let seen: Seen = 'unseen'
  const undone = new Error('The flip is taken back')
  try {
    await db.transaction().execute(async (trx) => {
      await write(trx, artistId, flip)
      for await (const finding of findingsOf(trx, shapes, artistId)) {
        seen = finding
        break
      }
      throw undone
    })
  } catch (error) {
    if (error instanceof pg.DatabaseError && /^23/.test(error.code ?? '')) return 'refused by the database'
    if (error !== undone) throw error
  }
  return seen
}

async function write(trx: Transaction<DB>, artistId: string, { shape, column, row, value }: Flip) {
  const owner = shape.table === 'artists' ? sql`id` : sql`artist_id`
  const here = shape.key.map(({ name, kind }) =>
    kind === 'user'
      ? sql`and ${sql.ref(name)} = (select id from users where subject = ${row[name]})`
      : sql`and ${sql.ref(name)} = ${row[name]}`,
  )
  const written = column.kind === 'json' ? JSON.stringify(value) : value
  await sql`update ${sql.table(shape.table)} set ${sql.ref(column.name)} = ${written}
    where ${owner} = ${artistId} ${sql.join(here, sql` `)}`.execute(trx)
  await sql`set constraints all immediate`.execute(trx)
}

/** Another value of the same kind, as near to the old one as can be: one character, one bit, one millisecond, one more. */
export function nearly(value: unknown, kind: Column['kind'], random: Random): unknown {
  if (value instanceof Date) return new Date(value.getTime() + 1)
  if (Buffer.isBuffer(value)) return withOneBit(value, random)
  if (typeof value === 'string') return kind === 'uuid' ? withOneDigit(value) : withOneCharacter(value, random)
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (value === null) return fromNothing(kind)
  return withOneLeaf(value ?? {}, random)
}

function withOneBit(bytes: Buffer, random: Random): Buffer {
  const flipped = Buffer.from(bytes)
  const at = random.below(flipped.length)
  flipped[at] = (flipped[at] ?? 0) ^ (1 << random.below(8))
  return flipped
}

/** Hexadecimal stays hexadecimal, so that the flip reaches the table instead of a CHECK of its form. */
function withOneCharacter(text: string, random: Random): string {
  if (text === '') return 'x'
  const characters = [...text]
  const at = random.below(characters.length)
  const hex = '0123456789abcdef'
  const digit = hex.indexOf(characters[at] ?? '')
  characters[at] = digit < 0 ? (characters[at] === 'x' ? 'y' : 'x') : (hex[(digit + 1) % hex.length] ?? '')
  return characters.join('')
}

/** The last of an id, so that it stays one. */
const withOneDigit = (id: string) => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`

function fromNothing(kind: Column['kind']): unknown {
  if (kind === 'instant') return new Date()
  if (kind === 'flag') return true
  if (kind === 'integer') return 1
  if (kind === 'uuid') return '0197c000-0000-7000-8000-00000000beef'
  return '0'.repeat(64)
}

/** A leaf of a JSON value changed; an empty one gets something in it. */
function withOneLeaf(value: object, random: Random): unknown {
  const keys = Object.keys(value)
  if (keys.length === 0) return Array.isArray(value) ? [1] : { more: 1 }
  const key = random.pick(keys)
  const leaf = nearly(value[key as keyof typeof value], 'json', random)
  return Array.isArray(value) ? Object.assign([...value], { [key]: leaf }) : { ...value, [key]: leaf }
}

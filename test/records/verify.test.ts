import { sql } from 'kysely'
import t from 'tap'
import { rowsOf } from '#src/records/archive/rows.ts'
import { readShapes } from '#src/records/archive/shapes.ts'
import { findingsOf } from '#src/records/verify/artist.ts'
import { verifyRecords } from '#src/records/verify.ts'
import { newWorld } from '../helpers/world.ts'
import { randomFrom, seed } from '../text/seed.ts'
import { nearly, type Seen, sightOf } from './flips.ts'
import { liveThrough } from './full-artist.ts'

/** What no revision covers, and why: the content of none of these is ever cited or chained. */
const uncovered: Record<string, string> = {
  'artists.name': 'no revision covers it; the trail tells of every change',
  'artists.bio': 'no revision covers it; the trail tells of every change',
  'artists.created_at': 'no event has it where the artist came before the trail',
  'discoveries.source_id': 'the evidence is named by the candidate, whose id it carries',
  ...Object.fromEntries(
    ['kind', 'title', 'url', 'publisher', 'published_at', 'provider', 'method', 'curation', 'is_private', 'is_upload']
      .concat(['evidence_kind', 'speaker', 'ingested_at', 'removed_at'])
      .map((column) => [
        `sources.${column}`,
        'describes the text without being part of it (openapi/shared/revisions.md)',
      ]),
  ),
}

/** Work, and what it has collected to make sources of: state, of which no revision speaks. */
const withoutRevisions = new Set<string>(['artist_research_jobs', 'social_posts', 'releases', 'onboarding'])

/** No CHECK and no key of the database would see a change of these. */
const kernel = [
  ...['answer', 'note', 'revision', 'previous', 'saved_at', 'saved_seq'].map((column) => `response_versions.${column}`),
  ...['action', 'subject', 'actor', 'at', 'details', 'previous', 'hash'].map((column) => `audit_events.${column}`),
  ...['text_utf16', 'captured_at'].map((column) => `source_revisions.${column}`),
  'claims.decided_at',
  ...['question', 'answer', 'citations', 'offered_at', 'answer_updated_at'].map(
    (column) => `interview_entries.${column}`,
  ),
]

const flipsPerColumn = 4

t.test('a change of any value behind the service is named: table, key and what does not fit', async (t) => {
  t.comment(`SEED=${seed}`)
  const random = randomFrom(seed)
  const world = await newWorld(t)
  const { db } = world
  const artistId = await liveThrough(world)
  const all = await readShapes(db)
  const shapes = all.filter(({ table }) => !withoutRevisions.has(table))
  const named = new Set<string>()
  for (const shape of shapes) {
    const rows = (await Array.fromAsync(rowsOf(db, shape, artistId))) as Record<string, unknown>[]
    t.ok(rows.length > 0, `${shape.table} has rows to flip`)
    for (const column of shape.columns) {
      if (column.field === 'artist' || column.kind === 'user' || `${shape.table}.${column.name}` in uncovered) continue
      for (let flips = 0; flips < flipsPerColumn; flips += 1) {
        const row = random.pick(rows)
        const value = nearly(row[column.name], column.kind, random)
        const seen = await sightOf(db, all, artistId, { shape, column, row, value })
        const key = Object.fromEntries(shape.key.map(({ name }) => [name, name === column.name ? value : row[name]]))
        if (seen !== 'refused by the database') named.add(`${shape.table}.${column.name}`)
        t.ok(isNamed(seen, shape.table, key), `${shape.table}.${column.name}`, { row: key, seen })
      }
    }
  }
  for (const column of kernel)
    t.ok(named.has(column), `${column} was named by verify and not only refused by the database`)
  t.equal((await verifyRecords(db, artistId)).finding, undefined, 'and all of it has been taken back')
})

function isNamed(seen: Seen, table: string, key: Record<string, unknown>): boolean {
  if (seen === 'refused by the database') return true
  if (seen === 'unseen' || seen.table !== table) return false
  return Object.entries(key).every(([name, value]) => seen.key[name] === value)
}

t.test('a row that is removed is missed', async (t) => {
  const world = await newWorld(t)
  const artistId = await liveThrough(world)
  const removals = [
    ['response_versions', sql`number = (select max(number) from response_versions)`],
    ['audit_events', sql`seq = 7`],
    ['audit_events', sql`seq = (select max(seq) from audit_events)`],
    ['interview_boundaries', sql`retracted_at is not null`],
    ['lore_versions', sql`number = 1`],
    ['lore_versions', sql`number = (select max(number) from lore_versions)`],
    ['correction_versions', sql`number = 1`],
    ['discoveries', sql`true`],
    ['claims', sql`state = 'approved'`],
  ] as const
  for (const [table, which] of removals) {
    const { db } = world
    const gone = new Error('The removal is taken back')
    const shapes = await readShapes(db)
    await t.rejects(
      db.transaction().execute(async (trx) => {
        await sql`delete from ${sql.table(table)} where artist_id = ${artistId} and ${which}`.execute(trx)
        for await (const finding of findingsOf(trx, shapes, artistId)) {
          t.comment(`${finding.table} ${JSON.stringify(finding.key)}: ${finding.what}`)
          throw gone
        }
      }),
      gone,
      `${table} is missed`,
    )
  }
})

t.test('a claim that the trail does not know is named', async (t) => {
  const world = await newWorld(t)
  const artistId = await liveThrough(world)
  await sql`insert into claims (artist_id, user_id, state)
    select ${artistId}, id, 'approved' from users where subject = 'stranger'`.execute(world.db)
  t.match((await verifyRecords(world.db, artistId)).finding, { table: 'claims', key: { user_id: 'stranger' } })
})

t.test('of many artists the one that does not fit is named, and counting stops there', async (t) => {
  const world = await newWorld(t)
  const artistId = await liveThrough(world)
  await sql`update response_versions set answer = answer || '.' where artist_id = ${artistId}`.execute(world.db)
  await sql`delete from claims where artist_id <> ${artistId}`.execute(world.db)
  const { finding } = await verifyRecords(world.db)
  t.match(finding, { artistId, table: 'response_versions', what: 'its revision is not that of its content' })
})

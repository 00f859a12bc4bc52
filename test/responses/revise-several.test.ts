import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import t, { type Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { markRevised } from '#plugins/responses/queries.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type AuditEvent, nextEvent, toEventRow } from '#src/records/audit/events.ts'
import { createAnsweredRevision } from '#src/records/interview/entry-revision.ts'
import { addImportedAnswer } from '../sessions/interview.ts'
import { checkedTrail } from '../sessions/trail.ts'
import { addArtist, addUser, newWorld } from '../support/world.ts'

/*
 * The one statement that keeps several revises, by itself: of each it keeps all or nothing, and it keeps those alone
 * whose artist stands as it did when they were decided on.
 */

type Befallen = { actor?: string; at?: Date; previous?: string }

/** Artists with an answer each, and revises of them as they would be decided on now. */
async function answers(t: Test, count: number) {
  const world = await newWorld(t)
  const { pool } = world.database
  const artists = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const artistId = await addArtist(world.db, `Artist ${at}`)
      await addUser(world.db, `owner ${at}`, { claims: artistId })
      return { artistId, answerId: (await addImportedAnswer({ db: world.db, artistId })).id }
    }),
  )
  const artist = (at: number) => artists[at] as (typeof artists)[number]

  async function revising(at: number, answer: string, befallen: Befallen = {}) {
    const { artistId, answerId } = artist(at)
    const entry = await find(world.db, 'interview_entries', answerId)
    const { audit_seq, audit_head } = await find(world.db, 'artists', artistId)
    const {
      rows: [clock],
    } = await sql<{ now: Date }>`select date_trunc('milliseconds', clock_timestamp()) as now`.execute(world.db)
    const step = createAnsweredRevision(entry as Parameters<typeof createAnsweredRevision>[0], answer)
    const number = audit_seq + 2
    const event: AuditEvent = nextEvent(
      { audit_seq, audit_head, now: befallen.at ?? (clock?.now as Date) },
      {
        ...{ artistId, action: 'answer.revised', subject: `entry:${answerId}`, revision: step.revision },
        ...{ actor: befallen.actor ?? `owner ${at}`, details: { note: null, number } },
      },
    )
    const from = befallen.previous ?? step.previous
    return markRevised({
      ...{ answerId, step: { ...step, previous: from }, wording: { answer, number, note: null } },
      ...{ event: toEventRow(event), jobId: uuidv7() },
    })
  }

  /** Keeps all of them by the one statement; `meanwhile` runs after its beginning and before it looks at an artist. */
  async function keepAll(all: Awaited<ReturnType<typeof revising>>[], meanwhile?: () => Promise<unknown>) {
    const client = await pool.connect()
    try {
      const several = all[0]?.several
      if (several === undefined) throw new Error('A revise that cannot be kept with others')
      await several.learn(client)
      const { sql: words, parameters } = several.ofAll(all).query
      const nap = `(select true from pg_sleep(0.1) where "given.event.seq" > 0)`
      const slowly = words.replace(' for no key update', ` and ${nap} for no key update`)
      const kept = client.query<{ nth: number }>(meanwhile === undefined ? words : slowly, [...parameters])
      kept.catch(() => {}) // is looked at below
      if (meanwhile !== undefined) await sleep(50)
      await meanwhile?.()
      return (await kept).rows.map(({ nth }) => nth - 1).toSorted((a, b) => a - b)
    } finally {
      client.release()
    }
  }

  /** What each answer says, in how many wordings, events and requests for Lore. */
  const standing = async () => {
    const { rows } = await sql<{ says: string }>`
      select answer || ' ' || (select count(*) from response_versions v where v.entry_id = e.id) || ' ' ||
        (select count(*) from audit_events a where a.artist_id = e.artist_id) || ' ' ||
        (select coalesce(sum(requests), 0) from artist_research_jobs j where j.artist_id = e.artist_id) as says
      from interview_entries e where artist_id = any(${artists.map(({ artistId }) => artistId)}) order by artist_id`.execute(
      world.db,
    )
    for (const { artistId } of artists) await checkedTrail(t, { ...world, artistId })
    return rows.map(({ says }) => says)
  }
  return { world, pool, artist, revising, keepAll, standing }
}

// biome-ignore lint/suspicious/noExplicitAny: the columns of whichever table is named
const find = async (db: Kysely<DB>, table: 'artists' | 'interview_entries', id: string): Promise<any> =>
  await db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const untouched = 'In the old mill. 1 0 0'

t.test('each is kept with all that belongs to it', async (t) => {
  const { revising, keepAll, standing } = await answers(t, 3)
  t.same(await keepAll(await Promise.all([0, 1, 2].map((at) => revising(at, `At ${at}.`)))), [0, 1, 2])
  t.same(await standing(), ['At 0. 2 1 1', 'At 1. 2 1 1', 'At 2. 2 1 1'])
})

t.test('where a part of one finds no row, nothing is kept of any', async (t) => {
  const { revising, keepAll, standing } = await answers(t, 3)
  const all = [await revising(0, 'A.'), await revising(1, 'B.', { previous: 'f'.repeat(64) }), await revising(2, 'C.')]
  await t.rejects(keepAll(all), { code: '22012' })
  t.same(await standing(), [untouched, untouched, untouched])
})

t.test('who may not, whose instant is too old and whose artist is held is passed by', async (t) => {
  const { pool, artist, revising, keepAll, standing, world } = await answers(t, 6)
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select from artists where id = $1 for update', [artist(4).artistId])
  const revoked = revising(3, 'D.')
  const all = [
    await revising(0, 'A.'),
    await revising(1, 'B.', { actor: 'owner 0' }),
    await revising(2, 'C.', { at: new Date(Date.now() - 20_000) }),
    await revoked,
    await revising(4, 'E.'),
    await revising(5, 'F.'),
  ]
  await world.db.updateTable('claims').set({ state: 'revoked' }).where('artist_id', '=', artist(3).artistId).execute()
  t.same(await keepAll(all), [0, 5])
  await holder.query('rollback')
  holder.release()
  t.same(await standing(), ['A. 2 1 1', untouched, untouched, untouched, untouched, 'F. 2 1 1'])
})

t.test('of two of one artist one is kept', async (t) => {
  const { revising, keepAll, standing } = await answers(t, 2)
  const all = [await revising(0, 'First.'), await revising(1, 'B.'), await revising(0, 'Second.')]
  const kept = await keepAll(all)
  t.equal(kept.length, 2)
  t.same(await standing(), [kept.includes(0) ? 'First. 2 1 1' : 'Second. 2 1 1', 'B. 2 1 1'])
})

t.test(
  'whose artist was moved after the statement began is passed by, and who has another name now is not',
  async (t) => {
    const { pool, artist, revising, keepAll, standing } = await answers(t, 4)
    const all = await Promise.all([0, 1, 2, 3].map((at) => revising(at, `At ${at}.`)))
    const faster = (await revising(3, 'Faster.')).query
    const kept = await keepAll(all, async () => {
      await pool.query(`update artists set name = 'Another', bio = 'New' where id = $1`, [artist(2).artistId])
      t.equal((await pool.query(faster.sql, [...faster.parameters])).rowCount, 1)
    })
    t.same(kept, [0, 1, 2])
    t.same(await standing(), ['At 0. 2 1 1', 'At 1. 2 1 1', 'At 2. 2 1 1', 'Faster. 2 1 1'])
  },
)

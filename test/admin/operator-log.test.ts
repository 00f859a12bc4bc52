import { sql } from 'kysely'
import t from 'tap'
import { setClaim } from '#src/admin/claims.ts'
import { listJobs } from '#src/admin/jobs/read.ts'
import { listArtists, listClaims, listEvents, listUsers } from '#src/admin/listing.ts'
import { demoteUser, removeUser, saveUser } from '#src/admin/users.ts'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { computeRevision } from '#src/text/revisions.ts'
import { isLockAwaited } from '../support/citus.ts'
import { freshDatabase } from '../support/database.ts'
import { holdLocks } from '../support/locks.ts'
import { countRows, importLines } from '../support/records.ts'
import { pollUntil } from '../support/until.ts'
import { artist, claim, listOperatorEvents, otherId } from './files.ts'

const editor = { type: 'user', subject: 'zoe', admin: true }

t.test('grants and removals of administrators are one chain of events', async (t) => {
  const { db } = await freshDatabase(t)
  t.equal(await saveUser(db, { subject: 'mara', admin: null }), 'added')
  t.equal(await saveUser(db, { subject: 'ivo', admin: true }), 'added')
  t.equal(await saveUser(db, { subject: 'ivo', admin: true }), 'unchanged')
  t.equal(await saveUser(db, { subject: 'nell', admin: false }), 'added', 'which gives no rights')
  await importLines(db, [editor], { allowAdmin: true })
  t.equal(await demoteUser(db, 'ivo'), 'changed')
  t.equal(await demoteUser(db, 'ivo'), 'unchanged')
  await t.rejects(demoteUser(db, 'unknown'), { code: 'not_found', message: 'There is no user unknown' })
  t.same(await listOperatorEvents(db), [
    { action: 'administrator.added', subject: 'ivo', details: { by: 'command' } },
    { action: 'administrator.added', subject: 'zoe', details: { by: 'import' } },
    { action: 'administrator.removed', subject: 'ivo', details: { by: 'command' } },
  ])
  t.equal((await verifyRecords(db)).finding, undefined)
})

t.test('concurrent operators make one chain', async (t) => {
  const { db } = await freshDatabase(t)
  const subjects = Array.from({ length: 12 }, (_, at) => `user-${at}`)
  await Promise.all(subjects.map((subject) => saveUser(db, { subject, admin: true })))
  t.equal((await db.selectFrom('operator_events').select('seq').execute()).length, 12)
  t.equal((await verifyRecords(db)).finding, undefined)
})

t.test('a user who gets a claim during the removal stays', async (t) => {
  const { db, database } = await freshDatabase(t)
  await importLines(db, [artist])
  await saveUser(db, { subject: 'mara', admin: null })
  const claim = `insert into claims (artist_id, user_id, state) select a.id, u.id, 'approved' from artists a, users u`
  const claiming = await holdLocks(database, claim)
  const removed = removeUser(db, { subject: 'mara', because: 'Has left.' })
  removed.catch(() => {})
  await pollUntil(() => isLockAwaited(db))
  await claiming.end('commit')
  await t.rejects(removed, { code: '23503' })
  t.match(await db.selectFrom('users').select('subject').execute(), [{ subject: 'mara' }])
})

t.test('verify names an event that was changed or removed, and a change without an event', async (t) => {
  const changes: [done: string, finding: object][] = [
    [`update operator_events set subject = 'mara' where seq = 1`, { table: 'operator_events', key: { seq: 1 } }],
    [`update operator_events set details = '{}' where seq = 2`, { table: 'operator_events', key: { seq: 2 } }],
    [`delete from operator_events where seq = 1`, { table: 'operator_events', key: { seq: 2 } }],
    [`delete from operator_events where seq = 3`, { table: 'operator_log', what: /ends with another/ }],
    [`delete from operator_log`, { table: 'operator_log' }],
    [`update users set is_admin = true where subject = 'ivo'`, { key: { subject: 'ivo' }, what: /^is an adm/ }],
    [`update users set is_admin = false where subject = 'zoe'`, { key: { subject: 'zoe' }, what: /^is no adm/ }],
  ]
  for (const [done, finding] of changes) {
    const { db } = await freshDatabase(t)
    await saveUser(db, { subject: 'ivo', admin: true })
    await saveUser(db, { subject: 'zoe', admin: true })
    await demoteUser(db, 'ivo')
    await sql.raw(done).execute(db)
    t.match((await verifyRecords(db)).finding, { artistId: null, ...finding }, done)
  }
})

t.test('an event that was rewritten with its own hash is not what the next event, or the head, names', async (t) => {
  for (const [seq, finding] of [
    [1, { table: 'operator_events', key: { seq: 2 }, what: 'does not name the event before it' }],
    [2, { table: 'operator_log', what: /ends with another/ }],
  ] as const) {
    const { db } = await freshDatabase(t)
    for (const subject of ['ivo', 'zoe']) await saveUser(db, { subject, admin: true })
    const events = db.selectFrom('operator_events').selectAll().where('seq', '=', seq)
    const { hash: _hash, ...event } = await events.executeTakeFirstOrThrow()
    const details = { by: 'import' }
    const hash = computeRevision({ ...event, details, at: event.at.toISOString(), kind: 'operator' })
    const row = { details: JSON.stringify(details), hash }
    await db.updateTable('operator_events').set(row).where('seq', '=', seq).execute()
    t.match((await verifyRecords(db)).finding, finding)
  }
})

t.test('an import makes no administrator unless it is allowed to, and names the line', async (t) => {
  const { db } = await freshDatabase(t)
  await t.rejects(importLines(db, [artist, { type: 'user', subject: 'mara' }, editor]), {
    code: 'invalid_request',
    message: /^line 3, admin: makes an administrator, which --allow-admin has to allow$/,
  })
  t.equal((await countRows(db)).users, 0, 'and nothing else of the file is kept')
  await importLines(db, [{ type: 'user', subject: 'zoe' }])
  await t.rejects(importLines(db, [editor]), { message: /^line 1, admin/ }, 'nor of a user who is there')
  await saveUser(db, { subject: 'zoe', admin: true })
  t.match(await importLines(db, [editor]), { unchanged: 1 }, 'one who is an administrator already may stand in it')
})

const artistId = '0198f3a2-0000-7000-8000-000000000000'

t.test('what is listed of an artist or a user who is not there is refused, naming where to look', async (t) => {
  const { db } = await freshDatabase(t)
  const noArtist = { code: 'not_found', message: `There is no artist ${artistId}; "artist list" has` }
  await t.rejects(listClaims(db, { artistId, limit: 1 }), noArtist)
  await t.rejects(listJobs(db, { artistId, limit: 1 }), noArtist)
  await t.rejects(listEvents(db, artistId, { limit: 1 }), noArtist)
  const noUser = { code: 'not_found', message: 'There is no user ivo; "user list" has' }
  await t.rejects(listClaims(db, { subject: 'ivo', limit: 1 }), noUser)
  await saveUser(db, { subject: 'ivo', admin: false })
  t.same(await listClaims(db, { subject: 'ivo', limit: 1 }), { rows: [], more: false })
})

t.test('listings have an order of their own, one artist’s events, and say whether there is more', async (t) => {
  const { db } = await freshDatabase(t)
  const users = ['zoe', 'ivo'].map((subject) => ({ type: 'user', subject }))
  const claims = ['zoe', 'ivo'].flatMap((subject) =>
    [claim, { ...claim, artist: otherId }].map((one) => ({ ...one, subject })),
  )
  await importLines(db, [artist, { ...artist, id: otherId }, ...users, ...claims])
  await setClaim(db, { artistId: otherId, subject: 'zoe', state: 'revoked' })
  t.match(await listArtists(db, { limit: 1 }), { rows: [{ artistId: otherId }], more: true })
  t.match(await listArtists(db, { text: artist.id, limit: 9 }), { rows: { length: 1 } })
  t.match(await listUsers(db, { limit: 2 }), { rows: [{ subject: 'ivo' }, { subject: 'zoe' }], more: false })
  t.match(await listClaims(db, { artistId: otherId, subject: 'ivo', limit: 9 }), { rows: { length: 1 } })
  const { rows } = await listClaims(db, { limit: 9 })
  t.same(
    rows.map((one) => [one.artistId, one.subject]),
    [
      [otherId, 'zoe'],
      [artist.id, 'ivo'],
      [artist.id, 'zoe'],
      [otherId, 'ivo'],
    ],
  )
  const events = (await listEvents(db, otherId, { limit: 9 })).rows
  t.same(
    events.map(({ subject }) => subject),
    ['claim:zoe', 'claim:ivo', 'claim:zoe', `artist:${otherId}`],
  )
  t.match(await listEvents(db, otherId, { subject: 'claim:ivo', limit: 9 }), { rows: { length: 1 }, more: false })
})

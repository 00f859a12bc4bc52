import t from 'tap'
import { setClaim } from '#src/admin/claims.ts'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { freshDatabase } from '../support/database.ts'
import { countRows, importLines } from '../support/records.ts'
import {
  artist,
  artistId,
  claim,
  correction,
  discovery,
  id,
  legacyOffer,
  otherId,
  response,
  source,
  user,
} from './files.ts'

t.test('an artist can be renamed; a biography that the file omits stays', async (t) => {
  const { db } = await freshDatabase(t)
  await importLines(db, [{ ...artist, bio: 'Plays at night.' }])
  t.match(await importLines(db, [artist]), { unchanged: 1 })
  t.match(await importLines(db, [{ ...artist, name: 'Ivo L.' }]), { changed: 1 })
  t.match(await db.selectFrom('artists').selectAll().executeTakeFirstOrThrow(), {
    name: 'Ivo L.',
    bio: 'Plays at night.',
  })
  t.match(await importLines(db, [{ ...artist, bio: 'Plays at night.' }]), { changed: 1 }, 'and back')
})

t.test('a record that changed since is not changed back by the same file', async (t) => {
  const { db } = await freshDatabase(t)
  const records = [user, artist, claim, { ...discovery, title: 'A page' }]
  await importLines(db, records)
  await setClaim(db, { artistId, subject: 'ivo', state: 'revoked' })
  await db.updateTable('discoveries').set({ curation: 'declined' }).execute()
  t.match(await importLines(db, records), { added: 0, changed: 0, unchanged: 4 })
  t.match(await db.selectFrom('claims').select('state').executeTakeFirstOrThrow(), { state: 'revoked' })
  t.match(await importLines(db, [{ ...claim, state: 'pending' }]), { changed: 1 }, 'but by another content')
  t.match(await db.selectFrom('claims').select('state').executeTakeFirstOrThrow(), { state: 'pending' })
  await setClaim(db, { artistId, subject: 'ivo', state: 'approved' })
  t.match(await importLines(db, [claim]), { unchanged: 1 }, 'which a command has made as the file says')
  await t.rejects(importLines(db, [{ ...discovery, title: 'Another page' }]), {
    message: 'line 1, id: is a discovery that has been reviewed; an import does not review it again',
  })
})

t.test('records with other ids, or with the same ones of another artist, are other records', async (t) => {
  const { db } = await freshDatabase(t)
  const more = [
    { ...discovery, id: id(8), url: 'https://example.org/8' },
    { ...correction, id: id(7) },
  ]
  const records = [{ ...discovery, curation: 'declined' }, correction, ...more, claim, response(3, 'A bell.')]
  await importLines(db, [user, artist, { ...artist, id: otherId }, ...records])
  const others = records.map((record) => ({ ...record, artist: otherId }))
  t.match(await importLines(db, others), { added: 6 })
  t.match(await importLines(db, [...records, ...others]), { unchanged: 12 })
  for (const another of [response(3, 'A gong.'), { ...legacyOffer, id: id(3) }])
    await t.rejects(importLines(db, [another]), { message: /^line 1, id: is there already with other content/ })
})

t.test('a correction takes other content, a pending discovery another text, each as its next revision', async (t) => {
  const { db } = await freshDatabase(t)
  await importLines(db, [artist, discovery, correction])
  for (const other of [{ correction: 'Small.' }, { kind: 'figure' }])
    t.match(await importLines(db, [{ ...correction, ...other }]), { changed: 1 })
  const first = await db.selectFrom('discoveries').select('revision').executeTakeFirstOrThrow()
  t.match(await importLines(db, [{ ...discovery, text: 'Found again.' }]), { changed: 1 })
  t.match(await db.selectFrom('discoveries').select('previous').executeTakeFirstOrThrow(), { previous: first.revision })
  t.equal((await countRows(db)).source_revisions, 2)
  t.match(await importLines(db, [{ ...discovery, curation: 'declined' }]), { changed: 1 })
  t.match(await db.selectFrom('sources').select('curation').executeTakeFirstOrThrow(), { curation: 'rejected' })
  t.equal((await verifyRecords(db)).finding, undefined)
  await db.updateTable('corrections').set({ retracted_at: new Date() }).execute()
  await t.rejects(importLines(db, [correction]), {
    message: /^line 1, id: is a correction that the artist has retracted/,
  })
})

t.test('an administrator is made or removed where the file says so, and unchanged where it does not', async (t) => {
  const { db } = await freshDatabase(t)
  const isAdmin = async () => (await db.selectFrom('users').select('is_admin').executeTakeFirstOrThrow()).is_admin
  await importLines(db, [{ ...user, admin: true }], { allowAdmin: true })
  t.match(await importLines(db, [user]), { unchanged: 1 })
  t.equal(await isAdmin(), true)
  t.match(await importLines(db, [{ ...user, admin: false }]), { changed: 1 })
  t.equal(await isAdmin(), false)
})

t.test("every change of an artist is in the artist's audit trail, once", async (t) => {
  const { db } = await freshDatabase(t)
  const offer = { ...legacyOffer, offeredAt: '2020-01-01T01:00:00.1234+01:00' }
  const records = [user, artist, claim, source(1, 'One.'), discovery, correction, offer, response(3, 'A bell.')]
  await importLines(db, [{ ...artist, id: otherId, name: 'Other' }, ...records])
  const events = await db
    .selectFrom('audit_events')
    .select(['action', 'subject', 'actor'])
    .where('artist_id', '=', artistId)
    .orderBy('seq')
    .execute()
  t.same(events, [
    { action: 'artist.added', subject: `artist:${artistId}`, actor: null },
    { action: 'claim.approved', subject: 'claim:ivo', actor: null },
    { action: 'record.imported', subject: `vault:${id(1)}`, actor: null },
    { action: 'record.imported', subject: `discovery:${id(9)}`, actor: null },
    { action: 'record.imported', subject: `candidate:${id(9)}`, actor: null },
    { action: 'record.imported', subject: `correction:${id(6)}`, actor: null },
    { action: 'record.imported', subject: `entry:${id(5)}`, actor: null },
    { action: 'record.imported', subject: `entry:${id(3)}`, actor: null },
  ])
  t.match(await db.selectFrom('interview_entries').selectAll().where('id', '=', id(5)).executeTakeFirstOrThrow(), {
    state: 'offered',
    session_id: null,
    ordinal: null,
    citations: { length: 0 },
    offered_at: new Date('2020-01-01T00:00:00.123Z'),
  })
})

t.test('concurrent imports of one file are one, whatever of it is there already', async (t) => {
  const ofArtist = [source(1, 'One.'), response(3, 'A bell.'), correction]
  const artists = [artist, { ...artist, id: otherId }]
  for (const [there, records] of [
    [[], [user, ...artists, claim, ...ofArtist]],
    [[], [...artists, ...ofArtist]],
    [artists, ofArtist],
  ] as const) {
    const { db } = await freshDatabase(t)
    await importLines(db, there)
    const summaries = await Promise.all(Array.from({ length: 6 }, () => importLines(db, records)))
    t.equal(
      summaries.reduce((sum, { added }) => sum + added, 0),
      records.length,
    )
    const audited = [...there, ...records].filter((record) => record !== user)
    t.match(await countRows(db), { audit_events: audited.length, interview_entries: 1, correction_versions: 1 })
    t.equal((await verifyRecords(db)).finding, undefined)
  }
})

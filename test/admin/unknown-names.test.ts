import t from 'tap'
import { listJobs } from '#src/admin/jobs/read.ts'
import { listClaims } from '#src/admin/listing.ts'
import { listEvents } from '#src/admin/trail.ts'
import { saveUser } from '#src/admin/users.ts'
import { freshDatabase } from '../support/database.ts'

const artistId = '0198f3a2-0000-7000-8000-000000000000'

t.test('what is listed of an artist or a user who is not there is refused, naming where to look', async (t) => {
  const { db } = (await freshDatabase(t)).database
  const noArtist = { code: 'not_found', message: `There is no artist ${artistId}; "artist list" has` }
  await t.rejects(listClaims(db, { artistId, limit: 1 }), noArtist)
  await t.rejects(listJobs(db, { artistId, limit: 1 }), noArtist)
  await t.rejects(listEvents(db, artistId, { limit: 1 }), noArtist)
  const noUser = { code: 'not_found', message: 'There is no user ivo; "user list" has' }
  await t.rejects(listClaims(db, { subject: 'ivo', limit: 1 }), noUser)
  await saveUser(db, { subject: 'ivo', admin: false })
  t.same(await listClaims(db, { subject: 'ivo', limit: 1 }), { rows: [], more: false })
})

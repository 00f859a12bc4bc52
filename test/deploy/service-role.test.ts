import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { eraseArtist } from '#src/admin/erase.ts'
import { pauseJobs, resumeJobs } from '#src/admin/jobs/pauses.ts'
import { saveUser } from '#src/admin/users.ts'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { migrate } from '#src/database/migrations/migrate.ts'
import { fillSampleArtist } from '../admin/full-artist.ts'
import { runCli } from '../cli/run.ts'
import { emptyDatabase } from '../support/database.ts'
import { queryOnce } from '../support/embedded.ts'
import { openReplica } from '../support/replica.ts'
import { createTestContext } from '../support/test-context.ts'

/** A role of the shared server for this test alone, and a service with this role. */
async function servedByRole(t: Test) {
  const context = await createTestContext(t)
  const role = `service_${randomBytes(6).toString('hex')}`
  await sql`create role ${sql.id(role)} login password ${sql.lit(new URL(context.url).password)}`.execute(context.db)
  t.teardown(async () => {
    await sql`drop owned by ${sql.id(role)}`.execute(context.db)
    await sql`drop role ${sql.id(role)}`.execute(context.db)
  })
  await migrate({ url: context.url, environment: 'development', grantTo: role })
  const url = Object.assign(new URL(context.url), { username: role }).href
  const { app, db, call } = await openReplica(t, context, url)
  return { ...context, roleDb: db, role, roleUrl: url, call, app }
}

t.test('a role that owns nothing serves sittings, onboarding, reviews and research, and can do no more', async (t) => {
  const context = await servedByRole(t)
  t.equal((await context.app.inject('/ready')).statusCode, 200)
  const artistId = await fillSampleArtist(context)
  t.equal((await verifyRecords(context.roleDb, artistId)).finding, undefined)
  await saveUser(context.roleDb, { subject: 'zoe', admin: true })
  const refused = [
    `update audit_events set action = 'answer.saved'`,
    'delete from audit_events',
    'truncate audit_events',
    'delete from operator_events',
    `update response_versions set answer = 'another'`,
    'delete from source_revisions',
    'delete from interview_entries',
    'delete from schema_migrations',
    'alter table audit_events add column more text',
    'drop table audit_events',
    'create table mine (id int)',
  ]
  for (const statement of refused) {
    await t.rejects(sql.raw(statement).execute(context.roleDb), { code: '42501' }, statement)
  }
  const pause = { kind: 'lore_refresh', artistId, because: 'For now.' } as const
  t.equal(await pauseJobs(context.roleDb, pause), 'paused')
  t.equal(await resumeJobs(context.roleDb, pause), 'resumed')
  await t.rejects(eraseArtist(context.roleDb, { artistId, because: 'By letter.' }), { code: '42501' }, 'the owner may')
  t.equal((await verifyRecords(context.db, artistId)).finding, undefined, 'and everything is there')
})

t.test('a grant revokes superfluous rights; it is refused for an unknown role, an owner, a superuser', async (t) => {
  const { db, url, role, roleDb } = await servedByRole(t)
  await sql`grant all on audit_events to ${sql.id(role)}`.execute(db)
  await migrate({ url, environment: 'development', grantTo: role })
  await t.rejects(sql`delete from audit_events`.execute(roleDb), { code: '42501' })
  const grantTo = async (name: string) => await migrate({ url, environment: 'development', grantTo: name })
  await t.rejects(grantTo('unknown-role'), {
    message: 'there is no role unknown-role to grant anything to',
  })
  await t.rejects(grantTo(new URL(url).username), { message: /is a superuser or owns the database/ })
  const empty = await emptyDatabase(t)
  await t.rejects(migrate({ url: empty, environment: 'development', grantTo: 'unknown-role' }))
  t.match(await queryOnce(empty, `select to_regclass('artists') as artists`), [{ artists: null }], 'nothing is applied')
})

t.test('the command line names the role as the reason where it may not do a thing', async (t) => {
  const { db, role, roleUrl } = await servedByRole(t)
  await sql`revoke all on artists from ${sql.id(role)}`.execute(db)
  const env = { DATABASE_URL: roleUrl, DATA_FOLDER: t.testdir() }
  const { code, document, stderr } = await runCli(['artist', 'list'], env)
  t.equal(code, 1)
  t.match(document, { code: 'not_configured', error: /^permission denied for table artists: the role of DATABASE_URL/ })
  t.notMatch(stderr, /^ +at /m, 'without a stack')
})

import pg from 'pg'
import t, { type Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { type ClaimedKey, findClaimed, keysMax, selectClaimed } from '#plugins/responses/claimed-responses.ts'
import { buildApp } from '#src/app.ts'
import { loadConfig } from '#src/config.ts'
import { openDatabase } from '#src/runtime/open-database.ts'
import { addImportedAnswer, addLegacyOffer } from '../sessions/interview.ts'
import { openPool } from '../support/database.ts'
import { queryOnce as askServer } from '../support/embedded.ts'
import { addUser, createTestContext } from '../support/test-context.ts'

/** The texts of the statements that connections send which are opened from now on. */
function observeStatements(t: Test): string[] {
  const sent: string[] = []
  const { query } = pg.Client.prototype
  t.teardown(() => Object.assign(pg.Client.prototype, { query }))
  const observed = function (this: pg.Client, config: string | { text: string }, ...rest: unknown[]) {
    sent.push(typeof config === 'string' ? config : config.text)
    return Reflect.apply(query, this, [config, ...rest])
  }
  Object.assign(pg.Client.prototype, { query: observed })
  return sent
}

/** Answers of two artists, each with a claimant, and how many statements have read answers. */
async function open(t: Test) {
  const context = await createTestContext(t)
  const { db, artistId, otherArtistId, url } = context
  await addUser(db, 'applicant', {})
  const ids = new Map((await db.selectFrom('users').select(['subject', 'id']).execute()).map((u) => [u.subject, u.id]))
  const getUser = (subject: string) => ids.get(subject) ?? ''
  await db
    .insertInto('claims')
    .values({ artist_id: artistId, user_id: getUser('applicant'), state: 'pending' })
    .execute()
  const answers: { artistId: string; answerId: string; answer: string; revision: string }[] = []
  for (const owned of [artistId, otherArtistId]) {
    for (let n = 1; n <= keysMax + 1; n += 1) {
      const { id, ...saved } = await addImportedAnswer({ db, artistId: owned }, { answer: `${n}. "Ja", 🎹\\ ${owned}` })
      answers.push({ artistId: owned, answerId: id, ...saved })
    }
  }
  const openOffer = await addLegacyOffer({ db, artistId }, 'Who was there?', '2026-03-01T10:00:00Z')
  const sent = observeStatements(t)
  const { db: observed } = openPool(t, url)
  const find = (key: ClaimedKey) => findClaimed(observed, key)
  const countReads = () => sent.splice(0).filter((text) => text.includes('interview_entries')).length
  return { ...context, getUser, answers, openOffer, countReads, find }
}

t.test('requests of one event loop iteration share a statement, and each gets its own row or none', async (t) => {
  const { getUser, answers, openOffer, artistId, otherArtistId, countReads, find } = await open(t)
  const owners = new Map([
    [artistId, 'owner'],
    [otherArtistId, 'other-owner'],
  ])
  const subjects = ['owner', 'other-owner', 'stranger', 'admin', 'applicant']
  const cases = subjects.flatMap((subject) => answers.map((one) => ({ subject, ...one })))
  const keys = cases.map(({ subject, artistId, answerId }) => ({ userId: getUser(subject), artistId, answerId }))
  const [first] = keys as [ClaimedKey]
  const without = [
    { ...first, answerId: uuidv7() },
    { ...first, answerId: openOffer },
    { ...first, artistId: otherArtistId },
    { ...first, artistId: uuidv7() },
    { ...first, userId: uuidv7() },
  ]
  const rows = await Promise.all([...without, ...keys, first, first, first].map((key) => find(key)))
  t.same(
    rows.map((row) => row && [row.id, row.revision, row.answer]),
    [
      ...without.map(() => undefined),
      ...[...cases, cases[0], cases[0], cases[0]].map((one) =>
        one !== undefined && owners.get(one.artistId) === one.subject
          ? [one.answerId, one.revision, one.answer]
          : undefined,
      ),
    ],
  )
  t.equal(countReads(), Math.ceil(rows.length / keysMax))
})

t.test('a request that is alone sends its own statement', async (t) => {
  const { getUser, answers, countReads, find } = await open(t)
  const keys = answers.slice(0, keysMax + 1).map((one) => ({ userId: getUser('owner'), ...one }))
  for (const key of keys.slice(0, 2)) t.equal((await find(key))?.id, key.answerId)
  t.equal(countReads(), 2)
  const rows = await Promise.all(keys.map((key) => find(key)))
  t.same(
    rows.map((row) => row?.id),
    keys.map(({ answerId }) => answerId),
  )
  t.equal(countReads(), 2, 'also one that the statement of the others has no room for')
})

t.test('the query of the rows has a limit, so they are never read before the permission is checked', (t) => {
  const { sql } = selectClaimed({ userIds: [], artistIds: [], answerIds: [] })
  t.ok(sql.endsWith(` and "c"."state" = 'approved') limit 1) as "found" on true`), sql)
  t.end()
})

t.test('when the statement fails, every request fails', async (t) => {
  const { getUser, answers, url, find } = await open(t)
  await askServer(url, 'alter table interview_entries rename to others')
  const keys = answers.slice(0, 5).map((one) => ({ userId: getUser('owner'), ...one }))
  const outcomes = await Promise.allSettled(keys.map((key) => find(key)))
  for (const outcome of outcomes) t.match(outcome, { status: 'rejected', reason: { code: '42P01' } })
})

t.test('with the setting for a cluster, a statement reads of one artist alone', async (t) => {
  const { url, artistId, answers, config, token } = await open(t)
  const sent = observeStatements(t)
  const [first] = answers
  const authorization = `Bearer ${await token('owner')}`
  for (const sharded of ['true', 'false']) {
    const settings = { DATABASE_URL: url, DATABASE_SHARDED: sharded, DATA_FOLDER: config.dataFolder }
    const { database, close } = await openDatabase(loadConfig(settings))
    const app = await buildApp(config, { db: database.db, newId: uuidv7, providers: {} }, async () => undefined)
    const path = `/api/artist/${artistId}/interview/responses/${first?.answerId}`
    const { statusCode, body } = await app.inject({ url: path, headers: { authorization } })
    await app.close()
    await close()
    t.equal(statusCode, 200)
    t.match(JSON.parse(body).response, { id: first?.answerId, answer: first?.answer })
    t.equal(
      sent.splice(0).some((sql) => sql.includes('unnest((select')),
      sharded === 'false',
      `DATABASE_SHARDED=${sharded}`,
    )
  }
})

import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { buildApp } from '#src/app.ts'
import { loadConfig } from '#src/config.ts'
import { openReplica } from '#src/database/replica.ts'
import { toUtf16 } from '#src/text/utf16.ts'
import { assertConforms } from '../support/conforms.ts'
import { freshDatabase } from '../support/database.ts'
import { researchKey } from '../support/settings.ts'
import { addSource, createTestContext } from '../support/test-context.ts'

const text = 'there is a pump organ, walnut, with eleven stops'
/**
 * As long as the text, but stored in the replica alone, which no real one could be: so it shows which database was
 * read.
 */
const marked = text.toUpperCase()
const window = { start: 0, end: text.length }

/**
 * The service of a test with a second database in place of its replica, which has the text, marked, and nothing newer.
 */
async function createReplicaContext(t: Test, replicaUrl?: string) {
  const context = await createTestContext(t)
  const other = await freshDatabase(t)
  const events: string[] = []
  const config = loadConfig({ DATABASE_REPLICA_URL: replicaUrl ?? other.url })
  const replica = openReplica(config, { applicationName: 'test', onEvent: (words) => events.push(words) })
  if (replica === undefined) throw new Error('There is no replica')
  t.teardown(() => replica.close())
  const { db } = context
  const resources = { db, newId: () => uuidv7(), providers: {}, replica }
  const app = await buildApp(context.config, resources, async () => undefined, context.database.pool)
  t.teardown(() => app.close())
  const source = await context.addSource(text)
  await other.database.db.insertInto('artists').values({ id: context.artistId, name: 'Mara Quill' }).execute()
  await addSource(other.database.db, context.artistId, text, { sourceId: source.sourceId })
  await other.database.db
    .updateTable('source_revisions')
    .set({ text_utf16: toUtf16(marked) })
    .execute()

  async function read(
    headers: Record<string, string>,
    revision: string | undefined = source.revision,
    of = 'research/evidence',
  ) {
    const pin = revision === '' ? '' : `?revision=${revision}`
    const path = `/api/artist/${context.artistId}/${of}/${source.sourceId}${pin}`
    const { statusCode: status, headers: responseHeaders, payload } = await app.inject({ url: path, headers })
    const answer = { status, headers: responseHeaders as Record<string, string>, body: JSON.parse(payload) }
    assertConforms('GET', path, answer)
    return answer
  }
  const authorization = `Bearer ${await context.token('owner')}`
  const asOwner = (revision?: string) => read({ authorization }, revision)
  const ofKnowledge = (revision?: string) => read({ authorization }, revision, 'knowledge/sources')
  const asServer = (revision?: string) => read({ 'x-service-research-key': researchKey }, revision)
  return { ...context, ...source, other: other.database.db, events, asOwner, asServer, ofKnowledge, replica }
}

t.test('a read that names a revision uses the replica, for users and for the key; any other does not', async (t) => {
  const { asOwner, asServer, ofKnowledge } = await createReplicaContext(t)
  for (const answer of [await asOwner(), await asServer(), await ofKnowledge()]) {
    t.match(answer, { status: 200, body: { passage: { text: marked, ...window }, totalChars: text.length } })
  }
  for (const answer of [await asOwner(''), await ofKnowledge('')]) {
    t.match(answer, { status: 200, body: { passage: { text } } })
  }
})

t.test(
  'permissions and reviews are read from the primary: nothing is read that a lagging replica would still allow',
  async (t) => {
    const { db, artistId, sourceId, asOwner, asServer, ofKnowledge } = await createReplicaContext(t)
    await db.updateTable('sources').set({ curation: 'pending' }).where('source_id', '=', sourceId).execute()
    t.match(await asServer(), { status: 404 }, 'no longer approved')
    t.match(await ofKnowledge(), { status: 404 })
    await db.updateTable('sources').set({ curation: 'rejected' }).where('source_id', '=', sourceId).execute()
    t.match(await asOwner(), { status: 409, body: { code: 'evidence_changed' } }, 'withdrawn')
    await db.updateTable('sources').set({ curation: 'approved', is_private: true }).execute()
    t.match(await asOwner(), { status: 404 }, 'made private')
    await db.updateTable('sources').set({ is_private: false }).execute()
    await addSource(db, artistId, `${text}, of which seven answer`, { sourceId })
    t.match(await asOwner(), { status: 409, body: { code: 'revision_changed' } }, 'another text is the current one')
    t.match(await ofKnowledge(), { status: 409, body: { code: 'revision_changed' } })
    await db.updateTable('claims').set({ state: 'revoked' }).where('artist_id', '=', artistId).execute()
    for (const read of [asOwner, ofKnowledge]) t.match(await read(), { status: 403 }, 'the claim was revoked')
  },
)

t.test('what has not been replicated yet is read from the primary', async (t) => {
  const { other, asOwner, ofKnowledge, events } = await createReplicaContext(t)
  await sql`alter table source_revisions disable trigger all`.execute(other)
  await sql`truncate source_revisions cascade`.execute(other)
  for (const read of [asOwner, ofKnowledge]) {
    t.match(await read(), { status: 200, body: { passage: { text, ...window } } })
  }
  t.same(events, [], 'without an event')
})

t.test('an unreachable replica is reported once and skipped', async (t) => {
  const { asOwner, asServer, events } = await createReplicaContext(t, 'postgresql://user@127.0.0.1:1/none')
  for (const read of [asOwner, asServer, asOwner]) {
    t.match(await read(), { status: 200, body: { passage: { text, ...window } } })
  }
  t.match(events, [/^The standby does not answer, and is not read for 5 s: .*ECONNREFUSED/])
  t.equal(events.length, 1)
})

t.test('after a pause it is tried again; a read that its replay cancelled causes no pause', async (t) => {
  const { replica, events } = await createReplicaContext(t)
  let now = performance.now()
  t.intercept(performance, 'now', { value: () => now })
  const found = () => replica.tryRead(async () => 'found')
  const fail = (code: string) => replica.tryRead(() => Promise.reject(Object.assign(new Error(code), { code })))
  t.equal(await fail('40001'), undefined)
  t.equal(await found(), 'found')
  t.equal(await fail('57P01'), undefined)
  t.equal(await found(), undefined)
  now += 5_001
  t.equal(await found(), 'found')
  t.equal(events.length, 1)
})

import { sql } from 'kysely'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import type { OnboardingTurn } from '#src/contract/types.gen.ts'
import { type ArtistChange, changeArtist } from '#src/records/audit/change-artist.ts'
import { createMemoryClient } from '../memory/memory.ts'
import { listLoreVersions } from '../research/lore-versions.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { isLockAwaited } from '../support/citus.ts'
import { pluck } from '../support/pluck.ts'
import type { Loose, TestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'
import { open } from './conversation.ts'
import { lighthouse, listCorrections, reachPublish } from './publish-step.ts'

const readBio = async ({ db, artistId }: TestContext) =>
  (await db.selectFrom('artists').select('bio').where('id', '=', artistId).executeTakeFirstOrThrow()).bio

t.test('a biography that changed in between is not overwritten: nothing is published', async (t) => {
  const { context, take, draft } = await reachPublish(t)
  const { doc, sources } = await draft()
  const bio = 'An operator wrote this.'
  await context.db.updateTable('artists').set({ bio }).where('id', '=', context.artistId).execute()
  const turn: OnboardingTurn = { type: 'publish', doc, about: 'Mine.', sources, expectedBio: null }
  t.match(await take(turn), [{ kind: 'error', code: 'state_changed', currentStep: 'publish' }])
  t.same(await listLoreVersions(context), [])
  const reopened: Loose = (await take(open)).at(-1)
  t.match(reopened, { kind: 'draft', doc, expectedBio: bio })
  t.match((await take({ ...turn, expectedBio: reopened.expectedBio })).at(-1), { kind: 'complete' })
  t.equal(await readBio(context), 'Mine.')
})

t.test('a sentence that the artist removes from a draft, or rewords, becomes a correction of Lore', async (t) => {
  const { context, take, draft } = await reachPublish(t)
  const { doc, sources, expectedBio } = await draft()
  const replaced = 'Her second record was made in a pilot’s garden in 2020.'
  const dropped = 'Mara Quill recorded Low Water in the kitchen of her grandmother in Orrin.'
  const putRight = doc.replace(lighthouse, replaced).replace(`${dropped} `, '')
  t.not(putRight, doc)
  await take({ type: 'publish', doc: putRight, about: 'Mine.', sources, expectedBio })
  t.same(await listCorrections(context), [
    { claim: dropped, correction: null, correction_kind: 'dropped' },
    { claim: lighthouse, correction: replaced, correction_kind: 'replaced' },
  ])
  for (const table of ['corrections', 'correction_versions']) {
    // The number of the statement within the transaction that inserted the row.
    const { rows } = await context.database.pool.query(`select distinct cmin from ${table}`)
    t.equal(rows.length, 1, `${table}: one statement for all`)
  }
  const [published] = await listLoreVersions(context)
  t.equal(published?.text, putRight)
  const cited = ((published?.citations ?? []) as Loose[]).map(({ start, end }) => putRight.slice(start, end))
  t.same(cited, ['The pump organ on the record came from a\nchapel that the sea has since taken.'])
  const memory = await createMemoryClient(context).memory({ sitting: 1 })
  t.same(pluck(memory.body.entries, 'kind'), ['correction', 'correction'])
  const trail = await readCheckedTrail(t, context)
  t.same(pluck(trail.slice(-4), 'action'), ['bio.published', 'correction.saved', 'correction.saved', 'lore.published'])
})

t.test('a page is compared before the artist is locked, and refused if a record or draft has changed', async (t) => {
  const { context, take, draft } = await reachPublish(t)
  const { doc, about, sources, expectedBio } = await draft()
  const { artistId, db } = context
  const changes: ((change: ArtistChange) => unknown)[] = [
    ({ stage }) => stage({ action: 'releases.refreshed', subject: 'releases:a', revision: null, details: {} }),
    ({ trx }) => sql`update onboarding set draft = draft || '{"doc": "Another."}'`.execute(trx),
  ]
  for (const change of changes) {
    const { taking } = await changeArtist(db, { artistId }, async (tx) => {
      const taking = take({ type: 'publish', doc: doc.replace(lighthouse, ''), about, sources, expectedBio })
      await pollUntil(() => isLockAwaited(db))
      await change(tx)
      return { taking }
    })
    t.match(await taking, [{ kind: 'error', code: 'state_changed', currentStep: 'publish' }])
  }
  t.same(await listCorrections(context), [])
})

t.test('a claim with a correction is not corrected again', async (t) => {
  const { context, take, draft } = await reachPublish(t)
  const { doc, about, sources, expectedBio } = await draft()
  const known = { claim: lighthouse, correction: 'It was a barn.', correction_kind: 'fact' }
  await context.db
    .insertInto('corrections')
    .values({ artist_id: context.artistId, id: uuidv7(), ...known, revision: 'a'.repeat(64), number: 1 })
    .execute()
  await take({ type: 'publish', doc: doc.replace(lighthouse, ''), about, sources, expectedBio })
  t.same(await listCorrections(context), [known])
})

t.test('a sentence that was taken out of the Lore may not stand in the biography of the same turn', async (t) => {
  const { context, take, draft } = await reachPublish(t)
  const { doc, sources, expectedBio } = await draft()
  const turn: OnboardingTurn = {
    type: 'publish',
    doc: doc.replace(lighthouse, ''),
    about: `I am Mara Quill. ${lighthouse}`,
    sources,
    expectedBio,
  }
  const [refused] = (await take(turn)) as Loose[]
  t.match(refused, { kind: 'error', code: 'state_changed', currentStep: 'publish' })
  t.match(refused.error, `Your biography says what you have corrected: “${lighthouse}”`)
  t.same(await listCorrections(context), [], 'nothing was published')
  t.match((await take({ ...turn, about: 'I am Mara Quill.' })).at(-1), { kind: 'complete' })
})

t.test('an empty text leaves the Lore to be composed', async (t) => {
  const { context, take, draft } = await reachPublish(t)
  await draft()
  await take({ type: 'publish', doc: '', about: '', sources: [], expectedBio: null })
  t.equal(await readBio(context), null, 'and an empty biography is none')
  t.same(await listLoreVersions(context), [])
})

import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { selectPassage } from '#plugins/evidence/queries.ts'
import { listReadableStatuses } from '#plugins/evidence/rules.ts'
import { selectReading } from '#plugins/knowledge/queries.ts'
import { findForOffer } from '#plugins/sessions/queries.ts'
import { runQuery } from '#src/database/query.ts'
import { toReferencesParameter } from '#src/evidence/references/resolve-references.ts'
import { buildCitation, createTestContext } from '../support/test-context.ts'

const context = await createTestContext(t)
const { artistId, db } = context
const window = { revision: undefined, start: 0, maxChars: 1_000 }

t.test('the permission is part of the statement: it fetches no text for a caller who may not read', async (t) => {
  const { sourceId, text } = await context.addSource('A private text.')
  for (const [subject, mayRead] of Object.entries({
    owner: true,
    admin: true,
    stranger: false,
    'other-owner': false,
  })) {
    const caller = { kind: 'user', subject } as const
    const rows = [
      await selectReading(db, caller, artistId, { sourceId, ...window }).executeTakeFirstOrThrow(),
      await selectPassage(db, caller, artistId, {
        sourceIds: [sourceId],
        visibleStatuses: listReadableStatuses('user'),
        ...window,
      }).executeTakeFirstOrThrow(),
    ]
    const texts = rows.map(({ bytes }) => bytes?.toString('utf16le') ?? null)
    t.same(texts, mayRead ? [text, text] : [null, null], subject)
  }
})

t.test('citations of an offer are resolved only for a caller who may offer', async (t) => {
  const references = [buildCitation(await context.addSource('An artist’s own words.'), 'artist’s')]
  for (const [subject, found] of Object.entries({ owner: true, admin: true, stranger: false, 'no-user': false })) {
    const caller = { kind: 'user' as const, subject }
    const input = { sessionId: uuidv7(), referencesJson: toReferencesParameter(references) }
    const [row] = await runQuery(db, findForOffer({ caller, artistId, ...input }))
    t.match(row?.resolved ?? null, found ? [{ exists: found, bytes: String }] : null, subject)
  }
})

t.test('the statement fetches neither what the caller may not see nor what was withdrawn', async (t) => {
  const bytesFor = async (kind: 'user' | 'research_key', sourceId: string) => {
    const caller = kind === 'user' ? ({ kind, subject: 'owner' } as const) : ({ kind } as const)
    const request = { sourceIds: [sourceId], visibleStatuses: listReadableStatuses(kind), ...window }
    return (await selectPassage(db, caller, artistId, request).executeTakeFirstOrThrow()).bytes
  }
  const pending = await context.addSource('Waits.', { kind: 'discovery', curation: 'pending' })
  t.equal(await bytesFor('research_key', pending.sourceId), null)
  t.not(await bytesFor('user', pending.sourceId), null)
  const rejected = await context.addSource('Rejected.', { curation: 'rejected' })
  t.equal(await bytesFor('user', rejected.sourceId), null)
})

import { fileURLToPath } from 'node:url'
import { v7 as uuidv7 } from 'uuid'
import { importRecords } from '#src/admin/import/import.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import { createOnboardingClient } from '../onboarding/conversation.ts'
import { advanceUntilIdle } from '../research/slices.ts'
import { createInterviewClient, type InterviewContext } from '../sessions/interview.ts'
import { buildCitation, type Loose } from '../support/test-context.ts'
import { samples } from './files.ts'

const { artistId, claimant } = sampleIdentities
/** Pending candidates, which the samples lack. */
const found = fileURLToPath(new URL('found.jsonl', import.meta.url))
const base = `/api/artist/${artistId}/interview`

/**
 * The sample artist after two sittings: an answer that was revised twice (once back to its first wording) and cited, a
 * skip, a question that the finish skipped, boundaries in force and lifted, Lore composed twice, jobs done and pending,
 * texts indexed by a search.
 */
export async function fillSampleArtist(context: InterviewContext): Promise<string> {
  await importRecords(context.db, samples)
  await collectPosts(context)
  await reviewDiscoveries(context)
  await onboardArtist(context)
  const interview = createInterviewClient(context, claimant, artistId)
  const source = await readSource(context, 'vault:0198f3a8-2d90-7411-bc3a-6e5f4d7a8b06')
  const cited = buildCitation(source, '"I told him the knocking was the drummer."')

  const session: Loose = (await interview.start()).body.session
  const first: Loose = (await interview.offer(session, 1, cited)).body.question
  const answer = 'Under the second verse.\r\nYou feel it more than you hear it — “é” 🔔'
  const saved: Loose = (await interview.answer(first, answer)).body.question
  const revised = await revise(context, saved, 'Under the third verse. You feel it.', 'It was the third.')
  const again = await revise(context, revised, answer)
  const window = { start: 0, end: answer.indexOf('.') + 1 }
  const own = {
    kind: 'answer' as const,
    entryId: first.id,
    revision: again.revision,
    ...window,
    quote: answer.slice(0, window.end),
  }
  const second: Loose = (await interview.offer(session, 2, own)).body.question
  await interview.answer(second, null)
  await interview.offer(session, 3, cited)
  await boundaries(context, second)
  await interview.finish(session)
  await advanceUntilIdle({ call: context.call, artistId })

  const next: Loose = (await interview.start(uuidv7().toUpperCase())).body.session
  const other: Loose = (await interview.offer(next, 1, cited)).body.question
  await interview.answer(other, 'The ferry brought it back in the spring.')
  await interview.finish(next)
  await advanceUntilIdle({ call: context.call, artistId })
  await correctLore(context)
  await revise(context, again, 'In the kitchen, under the second verse.', 'More exactly.')
  await context.call('admin', 'GET', `/api/artist/${artistId}/knowledge/search?query=kitchen`)
  return artistId
}

/** A passage of the Lore that was corrected, and another whose correction was retracted. */
async function correctLore({ call }: InterviewContext) {
  const path = `/api/artist/${artistId}/knowledge`
  const { lore } = (await call(claimant, 'GET', `${path}/lore`)).body
  for (const [at, { start, end }] of lore.citations.slice(0, 2).entries()) {
    const correction = { requestId: uuidv7().toUpperCase(), loreRevision: lore.revision, start, end }
    const { body } = await call(claimant, 'POST', `${path}/corrections`, {
      ...correction,
      correction: at === 0 ? 'No. 🔔' : null,
    })
    const { id, revision } = body.correction
    if (at === 1) await call(claimant, 'POST', `${path}/corrections/${id}/retract`, { revision })
  }
}

async function readSource({ db }: InterviewContext, sourceId: string) {
  const { revision, text_utf16 } = await db
    .selectFrom('source_revisions')
    .select(['revision', 'text_utf16'])
    .where('artist_id', '=', artistId)
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow()
  return { sourceId, revision, text: fromUtf16(text_utf16) }
}

async function revise(context: InterviewContext, saved: Loose, answer: string, note?: string): Promise<Loose> {
  const body = { expectedRevision: saved.revision, answer, ...(note !== undefined && { note }) }
  return (await context.call(claimant, 'PATCH', `${base}/responses/${saved.id}`, body)).body.response
}

async function boundaries({ call }: InterviewContext, { questionKey }: Loose) {
  const wording = { questionKey, wording: 'Nothing about my father, please.' }
  const post = (path: string, body: unknown) => call(claimant, 'POST', `${base}/boundaries${path}`, body)
  await post('', { requestId: uuidv7().toUpperCase(), ...wording, scope: 'until_retracted' })
  const lifted: Loose = (await post('', { requestId: uuidv7(), ...wording, scope: 'sitting' })).body.boundary
  await post(`/${lifted.id}/retract`, { revision: lifted.revision })
}

/** Of three candidates one is approved, which makes its text a record of the vault; one is declined, one is pending. */
async function reviewDiscoveries({ db, call }: InterviewContext) {
  await importRecords(db, found)
  const path = `/api/artist/${artistId}/research/discoveries`
  const candidates: Loose[] = (await call(claimant, 'GET', path)).body.candidates
  for (const [at, decision] of (['approve', 'decline'] as const).entries()) {
    const { id, revision } = candidates[at] ?? {}
    const { status } = await call(claimant, 'POST', `${path}/${id}/review`, { revision, decision })
    if (status !== 200) throw new Error(`A review was answered with ${status}`)
  }
}

/** Onboarded with a profile in each state, an answer and skips, a page that was drafted, corrected and published. */
async function onboardArtist(context: InterviewContext) {
  const { take, skipAll } = createOnboardingClient(context, claimant, artistId)
  const links = ['https://maraquill.example/', 'https://quill-pens.example/', 'https://tiktok.com/@maraquill']
  await take({ type: 'find_more_profiles', addedLinks: links.map((url) => ({ url })) })
  await take({ type: 'confirm_profiles', addedLinks: [], removedSiteNames: ['quill-pens.example'] })
  await take({ type: 'vault_review', decisions: [], addedUrls: ['https://tide-table.example/low-water'] })
  await take({ type: 'interview_answer', questionKey: 'onboarding-1', answer: 'From the harbour, and its foghorn.' })
  await skipAll()
  const drafted = await take({ type: 'about_choice', mode: 'generate', doc: '', sources: [] })
  const { doc, about, sources, expectedBio } = drafted.at(-1)
  const corrected = doc.replace(/[^.]+\. /, '')
  await take({ type: 'publish', doc: corrected, about: `${about} Still there.`, sources, expectedBio })
}

/** A post and a release as their jobs store them. */
async function collectPosts({ db }: InterviewContext) {
  const post = { post_id: 'take-four', url: 'https://instagram.example/p/take-four', caption: 'Take four. 🎹' }
  await db
    .insertInto('social_posts')
    .values({
      artist_id: artistId,
      id: uuidv7(),
      platform: 'instagram',
      ...post,
      tracks: '[{"url":null}]',
      provider: 'test',
    })
    .execute()
  await db
    .insertInto('releases')
    .values({ artist_id: artistId, catalog: 'test', release_id: 'r1', title: 'Low Water', released_on: '2022-10' })
    .execute()
}

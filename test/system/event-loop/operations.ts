import { setTimeout as after } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { operationContracts } from '#src/contract/document.ts'
import { readMemorySnapshot } from '../../memory/read-snapshot.ts'
import { findOpenKey } from '../../onboarding/conversation.ts'
import { createInterviewClient } from '../../sessions/interview.ts'
import { buildCitation, type Loose, type Method } from '../../support/test-context.ts'
import type { Actors } from '../service.ts'
import {
  addSubtitledPosts,
  buildSentence,
  type LargeArtist,
  removeFromIndex,
  type Size,
  saveBoundaries,
  sittings,
} from './artist.ts'
import type { Measure } from './probe.ts'
import { readKnowledge } from './searches.ts'

/** Pages of a list that are read, more than the largest has. */
const pagesMax = 16

/** Every operation with the largest inputs that the contract and the limits allow, one after the other. */
export async function runOperations(
  actors: Actors & { newId: () => string },
  large: LargeArtist,
  size: Size,
  measure: Measure,
): Promise<void> {
  const { newId } = actors
  const { artistId } = large
  const call = async (method: Method, path: string, body?: unknown): Promise<Loose> => {
    const answer = await actors.call('owner', method, path, body)
    if (answer.status >= 400 || answer.body.at?.(-1)?.kind === 'error') {
      throw new Error(`${method} ${path} was answered ${answer.status}: ${JSON.stringify(answer.body).slice(-300)}`)
    }
    return answer.body
  }
  const artist = `/api/artist/${artistId}`
  const interview = createInterviewClient(actors, 'owner', artistId)

  await readKnowledge(call, large, measure)
  await searchWhileIndexing()
  await holdSitting()
  await readPages()
  await research()
  await retract()
  await onboard()
  await correct()

  async function searchWhileIndexing() {
    for (const [at, { id }] of large.large.entries()) {
      await removeFromIndex(actors, artistId, `vault:${id}`)
      const search = () => call('GET', `${artist}/knowledge/search?query=organ&limit=10`)
      await measure('searchArtistEvidence', `that indexes parts of text ${at + 1}`, search)
      for (let more = 0; more < 40 && (await search()).coverage.complete !== true; more += 1);
    }
  }

  async function holdSitting() {
    let session: Loose
    await measure('startInterviewSitting', '', async () => {
      session = (await interview.start()).body.session
    })
    const { id: sourceId } = large.large[3] as { id: string }
    const text = (await call('GET', `${artist}/knowledge/sources/vault:${sourceId}?maxChars=20000`)).passage
    const reference = buildCitation(
      { sourceId: `vault:${sourceId}`, revision: text.source.revision, text: text.text },
      text.text.slice(0, 1_600),
    )
    let question: Loose
    await measure('offerInterviewQuestion', 'three quotations of 1,600 characters', async () => {
      const { snapshotId: memorySnapshotId } = await readMemorySnapshot(actors.db, artistId, session.sitting)
      const requested = {
        ordinal: 1,
        memorySnapshotId,
        question: 'q'.repeat(500),
        references: [reference, reference, reference],
      }
      question = (await call('POST', `${artist}/interview/session/${session.id}/offer`, requested)).question
    })
    const boundary = { questionKey: question.questionKey, wording: buildSentence(5).repeat(60).slice(0, 4_000) }
    await measure('previewInterviewBoundary', '', () =>
      call('POST', `${artist}/interview/boundaries/preview`, boundary),
    )
    await measure('saveInterviewBoundary', `${size.boundaries} of 4,000 characters`, () =>
      saveBoundaries(actors, artistId, question.questionKey, size.boundaries),
    )
    await measure('saveInterviewAnswer', '', async () => {
      question = (await interview.answer(question, 'é'.repeat(2_000))).body.response ?? question
    })
    await measure('reviseInterviewResponse', '', async () => {
      const { response } = await call('GET', `${artist}/interview/responses/${question.id}`)
      await call('PATCH', `${artist}/interview/responses/${question.id}`, {
        expectedRevision: response.revision,
        answer: 'I sang. '.repeat(240),
      })
    })
    await measure('readInterviewResponse', '', () => call('GET', `${artist}/interview/responses/${question.id}`))
    await measure('listInterviewResponseVersions', '', () =>
      call('GET', `${artist}/interview/responses/${question.id}/versions?limit=20`),
    )
    await measure('finishInterviewSitting', '', () => interview.finish(session))
  }

  /** Every read that names nothing but the artist, with the largest pages that the contract allows. */
  async function readPages() {
    for (const { id, path, method, parameters, security } of operationContracts.values()) {
      const isRead = method === 'GET' && !security.some((one) => 'schedulerSecret' in one)
      const needed = parameters.filter(({ required }) => required).map(({ name }) => name)
      if (!isRead || needed.some((name) => !['id', 'artistId', 'sitting'].includes(name))) continue
      // The sitting after the one that was held.
      const largest: [string, string][] = needed.includes('sitting') ? [['sitting', String(sittings + 2)]] : []
      for (const { name, schema } of parameters)
        if (name === 'limit' || name === 'maxChars') largest.push([name, String(schema.maximum)])
      await measure(id, 'the largest pages', async () => {
        let cursor: string | null | undefined
        for (let page = 0; page < pagesMax && cursor !== null; page += 1) {
          const query = new URLSearchParams(cursor === undefined ? largest : [...largest, ['cursor', cursor]])
          const body = await call('GET', `${path.replace(/\{\w+\}/, artistId)}?${query}`)
          cursor = body.nextCursor ?? body.budget?.nextCursor ?? null
        }
      })
    }
  }

  async function research() {
    const { candidates } = await call('GET', `${artist}/research/discoveries?limit=20`)
    await measure('reviewDiscovery', 'one whose text is indexed', async () => {
      const [{ id, revision }] = candidates
      await call('POST', `${artist}/research/discoveries/${id}/review`, { revision, decision: 'approve' })
    })
    await measure('recoverSourceText', '', () =>
      call('POST', `${artist}/knowledge/sources/extract`, {
        sourceIds: large.sources.slice(0, 20).map((id) => id.slice(6)),
      }),
    )
    await measure('refreshArtistResearch', '', () => call('POST', `${artist}/research/refresh`, { mode: 'lore-only' }))
    let jobId = ''
    await measure('requestQuestionResearch', '', async () => {
      jobId = (
        await call('POST', `${artist}/research/questions`, { topic: buildSentence(9), evidenceNeed: 'reporting' })
      ).jobId
    })
    await measure('advanceResearch', 'a refresh of Lore and a question, to their ends', () => advanceUntilIdle())
    await addSubtitledPosts(actors, artistId, newId)
    await measure('advanceResearch', 'subtitle files of two megabytes', () => advanceUntilIdle())
    await measure('readQuestionResearch', '', () => call('GET', `${artist}/research/questions/${jobId}`))
    await measure('runResearchScheduler', '', () => call('GET', '/api/research/advance'))
  }

  async function advanceUntilIdle() {
    for (let idle = 0; idle < 3; ) {
      const { ran, waiting } = await call('POST', '/api/research/advance', { artistId })
      idle = ran && waiting !== true ? 0 : idle + 1
      if (idle > 0) await after(200)
    }
  }

  async function onboard() {
    const take = (turn: object) => call('POST', `/api/onboarding/${artistId}/chat`, turn)
    await measure('takeOnboardingTurn', 'open', () => take({ type: 'open' }))
    const links = Array.from({ length: 100 }, (_, at) => `https://example.org/profile/${at}/${'p'.repeat(200)}`)
    await measure('takeOnboardingTurn', 'confirm_profiles, 100 links', () =>
      take({
        type: 'confirm_profiles',
        addedLinks: links.map((url) => ({ url })),
        removedSiteNames: links.map((_, at) => `site ${at}`),
      }),
    )
    await measure('takeOnboardingTurn', 'vault_review, 100 decisions and links', () =>
      take({
        ...{ type: 'vault_review', addedUrls: links.map((url) => `${url}/v`) },
        decisions: large.sources.slice(0, 100).map((id) => ({ sourceId: id.slice(6), status: 'approved' })),
      }),
    )
    for (let key: string | undefined = 'onboarding-1'; key !== undefined; ) {
      const answer = 'I sang of the organ. '.repeat(90)
      key = findOpenKey(await take({ type: 'interview_answer', questionKey: key, answer }))
    }
    let draft: Loose
    await measure('takeOnboardingTurn', 'about_choice, generate', async () => {
      draft = (await take({ type: 'about_choice', mode: 'generate', doc: '', sources: [] })).at(-1)
    })
    const doc = 'Zq. I xylo. '.repeat(1_660)
    await measure('takeOnboardingTurn', 'about_choice, generate after 20,000 characters', () =>
      take({ type: 'about_choice', mode: 'generate', doc, sources: large.sources.slice(0, 100) }),
    )
    await measure('takeOnboardingTurn', 'about_choice, self', () =>
      take({ type: 'about_choice', mode: 'self', doc, sources: [] }),
    )
    await take({ type: 'about_choice', mode: 'generate', doc: '', sources: [] })
    for (const [title, sentence] of Object.entries({ 'very short sentences': 'It is so. ', 'one word': 'a. ' })) {
      // The page is compared before the refusal, which lets it be sent again and again.
      const turn = { type: 'publish', doc: sentence.repeat(20_000 / sentence.length), about: draft.about, sources: [] }
      await measure('takeOnboardingTurn', `publish, ${title}, refused`, () =>
        actors.call('owner', 'POST', `/api/onboarding/${artistId}/chat`, { ...turn, expectedBio: 'Another.' }),
      )
    }
    // Published or refused, it is compared with each boundary, and with each sentence of the draft.
    const turn = { type: 'publish', doc, about: draft.about, sources: [], expectedBio: draft.expectedBio }
    await measure('takeOnboardingTurn', 'publish, nothing of the draft left', () => take(turn))
    await measure('takeOnboardingTurn', 'publish again', () => take(turn))
  }

  async function correct() {
    const { lore } = await call('GET', `${artist}/knowledge/lore`)
    const window = { loreRevision: lore.revision, start: 0, end: Math.min(4_000, lore.text.length) }
    await measure('previewCorrection', '', () =>
      call('POST', `${artist}/knowledge/corrections/preview`, { ...window, correction: 'I sang. '.repeat(450) }),
    )
    await measure('correctLore', '', async () => {
      const requested = { requestId: uuidv7(), ...window, correction: 'I sang. '.repeat(450) }
      const { correction } = await call('POST', `${artist}/knowledge/corrections`, requested)
      await measure('retractCorrection', '', () =>
        call('POST', `${artist}/knowledge/corrections/${correction.id}/retract`, { revision: correction.revision }),
      )
    })
    const published = { revision: lore.revision, publishedRevision: lore.revision, excluded: 'leave_out' }
    await measure('publishLore', 'its own text', async () => {
      const body = await call('POST', `${artist}/knowledge/lore/publish`, published)
      published.publishedRevision = body.lore.revision
    })
    await measure('publishLore', 'an edited text of 20,000 characters', () =>
      call('POST', `${artist}/knowledge/lore/publish`, { ...published, text: 'Ab. I sang. '.repeat(1_660) }),
    )
  }

  async function retract() {
    const { boundaries } = await call('GET', `${artist}/interview/boundaries?sitting=102`)
    await measure('retractInterviewBoundary', '', async () => {
      for (const { id, revision } of boundaries)
        await call('POST', `${artist}/interview/boundaries/${id}/retract`, { revision })
    })
    await measure('advanceResearch', 'a refresh of Lore without boundaries', () => advanceUntilIdle())
  }
}

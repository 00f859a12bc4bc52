import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { createArtistClient, createClient, type Reference, type Schemas } from '../../src/clients/typescript/index.ts'
import { catalogue } from '../../src/contract/problems/catalogue.ts'
import { changeArtist } from '../../src/records/audit/change-artist.ts'
import { proposeCandidate } from '../../src/research/discover/review-candidates.ts'
import { addPage, changeSource } from '../support/sources.ts'
import type { Loose } from '../support/test-context.ts'
import { openSitting } from './client-context.ts'
import { readCode, readText } from './guides.ts'

const conflicts = Object.entries(catalogue).flatMap(([code, { status }]) => (status === 409 ? [code] : []))

/** The guide's functions, with the repository's client in place of the installed one. */
const file = join(t.testdir(), 'conflicts.ts')
const client = new URL('../../src/clients/typescript/index.ts', import.meta.url).href
await writeFile(file, readCode('CONFLICTS.md').replace("'@sittings/client'", `'${client}'`))
const guide: Loose = await import(pathToFileURL(file).href)

/** The guide's function for each code, the situation, and the outcome. */
const situations: Record<string, (setup: Awaited<ReturnType<typeof openSitting>> & { t: Loose }) => Promise<void>> = {
  state_changed: async ({ artist, session, reference, t }) => {
    const question = await artist.offer({ session, ordinal: 1, prepare: () => prepareQuestion(reference) })
    const stale = { ...session, questions: [question] }
    t.match(await guide.offerNext(artist, stale, () => prepareQuestion(reference)), {
      id: question.id,
      state: 'offered',
    })
    await artist.finish(session)
    t.equal(await guide.offerNext(artist, stale, () => prepareQuestion(reference)), undefined)
  },
  session_active: async ({ artist, session, t }) => {
    t.equal((await guide.startOrTakeUp(artist)).id, session.id)
  },
  revision_changed: async ({ artist, session, reference, client, context, t }) => {
    const question = await artist.offer({ session, ordinal: 1, prepare: () => prepareQuestion(reference) })
    const saved = await artist.answer(question, 'One.')
    await artist.revise(saved, 'Two.')
    const mine = { id: saved.id, revision: saved.revision, answer: 'Three.' }
    const both = async (here: string, there: string) => `${there} ${here}`
    t.match(await guide.reviseTogether(client, artist, context.artistId, mine, both), { answer: 'Two. Three.' })
  },
  memory_changed: async ({ artist, session, reference, faults, options, context, t }) => {
    const question = await artist.offer({ session, ordinal: 1, prepare: () => prepareQuestion(reference) })
    await artist.skip(question)
    // The boundary is saved between the read of the memory and the offer.
    const drawn = { questionKey: question.questionKey, wording: 'Not the bell.', scope: 'until_retracted' } as const
    const direct = createArtistClient(createClient(options), context.artistId)
    let calls = 0
    const disturbing = createClient({
      ...options,
      fetch: async (url, init) => {
        if (String(url).endsWith('/offer') && calls++ === 0) await direct.drawBoundary(drawn)
        return fetch(url, init)
      },
    })
    const offered = await guide.offerInTheLightOf(createArtistClient(disturbing, context.artistId), session, reference)
    t.equal(offered.question, 'What else is there, with 1 boundaries kept?')
    t.equal(calls, 2)
    t.same(faults, [])
  },
  evidence_changed: async ({ client, artist, context, session, reference, sent, t }) => {
    const cited = { ...reference, quote: 'we kept the First take' }
    const prepared = { question: 'What did the first take have?', cited }
    const offer = (decide: () => Promise<boolean>) =>
      guide.offerWithAnEye(client, artist, context.artistId, session, prepared, decide)
    await t.rejects(
      offer(async () => false),
      { code: 'evidence_changed' },
    )
    t.equal(sent('/offer').length, 1, 'the client does not decide')
    t.same((await offer(async () => true)).references, [reference])
  },
  cursor_stale: async ({ client, options, context, t }) => {
    await context.addSource('A second text, so that there are two pages.')
    let calls = 0
    const disturbed = createClient({
      ...options,
      fetch: async (url, init) => {
        if (calls++ === 1) await context.addSource('A third text that comes between two pages.')
        return fetch(url, init)
      },
    })
    t.equal((await guide.everySource(disturbed, context.artistId)).length, 3)
    t.equal((await guide.everySource(client, context.artistId)).length, 3)
  },
  request_conflict: async ({ artist, session, reference, t }) => {
    const { questionKey } = await artist.offer({ session, ordinal: 1, prepare: () => prepareQuestion(reference) })
    const drawn = { questionKey, wording: 'One.', scope: 'until_retracted' as const, requestId: crypto.randomUUID() }
    const first = await artist.drawBoundary(drawn)
    const second = await guide.drawOnce(artist, { ...drawn, wording: 'Two.' })
    t.not(second.id, first.id)
    t.equal(second.wording, 'Two.')
  },
  link_conflict: async ({ client, context, source, t }) => {
    const candidate = await candidateFor(context, client)
    await changeSource(context.db, { url: candidate.url }, source.sourceId)
    t.match(await guide.approveUnlessKnown(client, context.artistId, candidate), { curation: 'declined' })
  },
  work_in_progress: async ({ client, artist, context, t }) => {
    const id = await addPage(context, 'http://inside.example/')
    await client.call('recoverSourceText', { path: { id: context.artistId }, body: { sourceIds: [id] } })
    const recovered = await guide.recoverAll(client, artist, context.artistId, [id])
    t.match(recovered, { status: 'ok', queued: 1 })
  },
}

const prepareQuestion = (reference: Reference) => ({
  question: 'What did the first take have?',
  references: [reference],
})

async function candidateFor({ db, artistId }: Loose, client: Loose): Promise<Schemas['DiscoveryCandidate']> {
  const found = { url: 'https://press.example/one', title: 'One', destination: 'lore', reason: 'It names the artist.' }
  const text = { text: 'Mara Quill recorded a choir in the net loft.', truncated: false, publishedAt: null }
  const proposal = { ...found, text, provider: 'test', jobId: uuidv7() } as Loose
  await changeArtist(db, { artistId }, async (tx) => await proposeCandidate(tx, uuidv7(), proposal))
  return (await client.call('listDiscoveries', { path: { id: artistId } })).candidates[0]
}

t.test('the guide has a section with code for every conflict of the contract, and for nothing else', async (t) => {
  const sections = readText('CONFLICTS.md').split(/^## /m).slice(1)
  t.same(sections.map((section) => /^\w+(?=\n[\s\S]*```ts\n)/.exec(section)?.[0]).sort(), [...conflicts].sort())
  t.same(Object.keys(situations).sort(), [...conflicts].sort())
})

for (const code of conflicts) {
  t.test(`${code} is resolved as in the guide`, async (t) => {
    const refused = new Set<string>()
    const setup = { ...(await openSitting(t)), t }
    const { fetch: send } = globalThis
    globalThis.fetch = async (...fetchArgs) => {
      const answer = await send(...fetchArgs)
      if (answer.status === 409) refused.add(((await answer.clone().json()) as Loose).code)
      return answer
    }
    t.teardown(() => {
      globalThis.fetch = send
    })
    await situations[code]?.(setup)
    t.same([...refused], [code], 'the conflict itself was met')
  })
}

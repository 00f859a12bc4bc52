import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { buildEvidencePath, buildSourcePath } from '../knowledge/reading.ts'
import { createLoreClient } from '../lore/lore-api.ts'
import { researchQuestion } from '../questions/questions.ts'
import { advanceUntilIdle } from '../research/slices.ts'
import { startSitting } from '../sessions/interview.ts'
import { researchKey } from '../support/settings.ts'
import { changeSource } from '../support/sources.ts'
import {
  type ApiReply,
  buildCitation,
  createTestContext,
  type Loose,
  type SourceOptions,
} from '../support/test-context.ts'
import { addDiscovery, type Review } from './discoveries.ts'

/**
 * Every way to the words of a source, by what was decided about it: read and opened by status and curation or code, the
 * others by whether they show it. A citation that is accepted is 409: it is sent as the third of a sitting's questions.
 */
const ways = ['read', 'listed', 'found', 'cited', 'relocated', 'reviewed', 'by key', 'referenced', 'in Lore'] as const
type Outcomes = Record<(typeof ways)[number], number | string | boolean>
const outcomes = (...all: Outcomes[keyof Outcomes][]) => Object.fromEntries(ways.map((way, at) => [way, all[at]]))

const open = outcomes(200, true, true, 409, 200, '200 approved', '200 approved', true, true)
const post = { ...open, referenced: false }
const hidden = outcomes(404, false, false, 404, 404, '404 not_found', '404 not_found', false, false)
const withdrawn = { ...hidden, relocated: 409, reviewed: '409 evidence_changed' }
/** Neither the vault's reads nor a citation takes the identity of a discovery. */
const discovery = { ...hidden, read: 400, cited: 400, relocated: 400 }
const declined = { ...discovery, reviewed: '409 evidence_changed' }

const [caption, transcript] = [{ kind: 'social_caption' }, { kind: 'reel_transcript' }] as const
const [pending, rejected] = [{ curation: 'pending' }, { curation: 'rejected' }] as const
const isPrivate = { isPrivate: true }
const upload = { is_upload: true }
const found = (curation: Review['curation'], identity: Review['identity']) => (text: string) =>
  addDiscovery(context, text, { curation, identity })

/** A source with these columns besides those of its options. */
const source =
  (options: SourceOptions, columns: object = {}) =>
  async (text: string) => {
    const added = await context.addSource(text, options)
    const url = `https://${added.sourceId.slice(6, 42)}.example/`
    await changeSource(db, { url, ...columns }, added.sourceId)
    return added
  }

const sources: Record<string, [add: ReturnType<typeof source>, expected: object]> = {
  'a record': [source({}), open],
  'a caption': [source(caption), post],
  'a transcript': [source(transcript), post],
  'an upload': [source({}, upload), { ...post, reviewed: '404 not_found', 'by key': '404 not_found' }],
  'a pending record': [source(pending), hidden],
  'a pending caption': [source({ ...pending, ...caption }), hidden],
  'a rejected record': [source(rejected), withdrawn],
  'a rejected transcript': [source({ ...rejected, ...transcript }), withdrawn],
  'a removed record': [source({}, { removed_at: new Date() }), withdrawn],
  'a private record': [source(isPrivate), hidden],
  'a private caption': [source({ ...isPrivate, ...caption }), hidden],
  'a private, rejected record': [source({ ...isPrivate, ...rejected }), hidden],
  'a rejected upload': [source(rejected, upload), { ...withdrawn, reviewed: '404 not_found' }],
  'an approved discovery': [
    found('approved', 'confirmed'),
    { ...discovery, reviewed: '200 approved', 'by key': '200 approved', referenced: true, 'in Lore': true },
  ],
  'a discovery': [found('pending', 'unresolved'), { ...discovery, reviewed: '200 pending', referenced: true }],
  'a declined discovery': [found('declined', 'unresolved'), declined],
  'an approval for another artist': [
    found('approved', 'wrong_artist'),
    { ...discovery, reviewed: '200 pending', referenced: true },
  ],
  'a discovery of another artist': [found('wrong_artist', 'wrong_artist'), declined],
  'an incorrect discovery': [found('incorrect', 'unresolved'), declined],
  'a private discovery': [source({ ...isPrivate, kind: 'discovery' }), discovery],
}

const context = await createTestContext(t)
const { artistId, call, db } = context
const getText = (name: string) => `Mara Quill said of ${name} that the pump organ had lost two of its reeds.`
const added = new Map<string, Awaited<ReturnType<typeof context.addSource>>>()
for (const [name, [add]] of Object.entries(sources)) added.set(name, await add(getText(name)))

const { session, prepared, sendOffer } = await startSitting(context)
const get = (path: string, subject = 'owner') => call(subject, 'GET', `/api/artist/${artistId}${path}`)
const listed = (await get('/knowledge/sources?limit=50')).body.sources
const { passages } = (await get('/knowledge/search?query=pump%20organ%20reeds&limit=10')).body
const { references } = await researchQuestion(context, { topic: 'the pump organ and its reeds' })
await call('owner', 'POST', `/api/artist/${artistId}/research/refresh`, { mode: 'lore-only' })
await advanceUntilIdle(context)
const { lore } = (await createLoreClient(context).read()).body

const byKey = { 'x-service-research-key': researchKey }
/** Who reads evidence, under the way that says how. */
const callers = [
  ['reviewed', 'owner', {}],
  ['by key', null, byKey],
] as const

/** The whole response except for the clock and the request's id: status, headers in their order, and body. */
const removeChanging = ({ status, headers: { date: _date, 'x-request-id': _id, ...headers }, body }: ApiReply) => ({
  status,
  headers: Object.entries(headers),
  body,
})

for (const [name, [, expected]] of Object.entries(sources)) {
  t.test(`${name} is shown in the ways in which it may be, and in no other`, async (t) => {
    const cited = added.get(name) as NonNullable<ReturnType<typeof added.get>>
    const { sourceId, revision } = cited
    const isAmong = (all: Loose[]) => all.some((one) => (one.source ?? one).sourceId === sourceId)
    const citation = buildCitation(cited, 'the pump organ')
    const window = `cited=${sourceId}&revision=${revision}&start=${citation.start}&end=${citation.end}`
    const path = buildEvidencePath(artistId, sourceId, `?revision=${revision}`)
    const view = ({ status, body }: Loose) => `${status} ${body.passage?.curation ?? body.code}`
    t.same(
      outcomes(
        (await call('admin', 'GET', buildSourcePath(artistId, sourceId, `?revision=${revision}`))).status,
        isAmong(listed),
        isAmong(passages),
        (await sendOffer(session, await prepared(session, 3, [citation]))).status,
        (await get(`/research/references/relocate?${window}`)).status,
        view(await call('admin', 'GET', path)),
        view(await call(null, 'GET', path, undefined, byKey)),
        isAmong(references),
        lore.text.includes(`of ${name} that`),
      ),
      expected,
    )
    for (const [way, subject, headers] of callers) {
      if (!String((expected as Loose)[way]).startsWith('404')) continue
      const send = async (one: string) => removeChanging(await call(subject, 'GET', one, undefined, headers))
      const absent = path.replace(/[0-9a-f-]{36}(?=\?|%3Acaption|%3Atranscript)/, uuidv7())
      t.not(absent, path)
      t.same(await send(path), await send(absent), `${way}, as what does not exist`)
    }
  })
}

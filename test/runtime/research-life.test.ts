import t from 'tap'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { playResearch } from '../../scripts/demo/research.ts'
import { createStage } from '../../scripts/demo/stage.ts'
import { serveBuilt } from '../support/built.ts'

const { artistId } = sampleIdentities
const path = { id: artistId }

t.test('research through HTTP only: searched, found, approved, asked about, and in the Lore', async (t) => {
  const service = await serveBuilt(t, { LOG_LEVEL: 'trace' })
  const token = await service.sign(sampleIdentities.claimant)
  const output: string[] = []
  const write = (text: string) => output.push(text)
  const play = () => playResearch(createStage({ baseUrl: service.base, token, artistId, write }))
  const { call } = createStage({ baseUrl: service.base, token, artistId, write }).client
  await play()

  const { jobs } = await call('readResearchStatus', { path, query: { limit: 50 } })
  t.same(
    new Set(jobs.map(({ kind, status }) => `${kind} ${status}`)),
    new Set(['social_ingest', 'caption_extract', 'source_search', 'latest_refresh', 'lore_refresh'].map(formatDone)),
    'every kind of job ran to its end',
  )
  t.ok(
    jobs.every(({ cursor, total }) => cursor === total),
    'and each bar is full',
  )
  t.match(output.join(''), /\[#{20}\]/)

  const { sources } = await call('listArtistSources', { path, query: { limit: 50 } })
  const titles = sources.map(({ title }) => title)
  t.ok(titles.includes('Low Water, track by track'), 'what was approved is a source')
  const { candidates } = await call('listDiscoveries', { path })
  t.ok(candidates.length > 0, 'undecided candidates are still pending')
  t.notOk(candidates.some(({ title }) => title === 'Low Water, track by track'))
  const [search] = jobs.filter(({ kind }) => kind === 'source_search')
  const question = await call('readQuestionResearch', { path: { ...path, jobId: search?.jobId ?? '' } })
  t.equal(question.stage, 'complete')
  for (const { sourceId, start, end, text } of question.references) {
    const query = { start, maxChars: Math.max(256, end - start) }
    const { passage } = await call('readResearchEvidence', { path: { ...path, evidenceId: sourceId }, query })
    t.equal(passage.text.slice(0, end - start), text, 'each reference can be reopened where it says')
  }
  const brief = await call('readArtistBrief', { path })
  t.match(brief.generatedLoreSummary, /\w/)

  const before = output.length
  await play()
  t.match(output.slice(before).join(''), /429 rate_limited/, 'an immediate second refresh is in the cooldown')
  t.notOk(service.output().includes(token), 'no token in the log')
})

const formatDone = (kind: string) => `${kind} done`

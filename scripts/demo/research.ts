import type { Schemas } from '#src/clients/typescript/index.ts'
import { advanceUntilIdle, type Stage, showRefusal } from './stage.ts'

/**
 * Research over HTTP, step by step: a source search, its slices, the review of what was found, research for one
 * question, and the Lore from all of it. Played again at once, it meets the service's cooldowns and quotas, and shows
 * them.
 */
export async function playResearch(stage: Stage): Promise<void> {
  const { client, path, beginStep, show } = stage
  beginStep('Look again: outside for posts, pages and releases. Nothing runs inside the request; it only queues.')
  const refresh = () => client.call('refreshArtistResearch', { path, body: {} }, { triesMax: 1 })
  show((await showRefusal(stage, ['rate_limited'], refresh))?.message ?? 'the cooldown is half an hour')
  beginStep('Run the slices, one a request; each job’s bar is `cursor` of `total` from the research status.')
  await advanceUntilIdle(stage)
  await review(stage)
  await researchQuestion(stage)
  beginStep('The approval has queued a Lore refresh of its own; run what is left, and read the brief.')
  await advanceUntilIdle(stage)
  const brief = await client.call('readArtistBrief', { path })
  show(brief.generatedLoreSummary ?? '(no Lore)')
}

async function review(stage: Stage): Promise<void> {
  const { client, path, beginStep, show } = stage
  beginStep('The review queue: what was found is no evidence until a person approves it.')
  const { candidates } = await client.call('listDiscoveries', { path, query: { limit: 20 } })
  if (candidates.length === 0) return show('nothing waits for a decision')
  for (const { title, url, destination, identity } of candidates)
    show(`${title ?? '(no title)'} · ${url} · for ${destination}, identity ${identity}`)
  const texts = candidates.filter(({ destination }) => destination === 'lore')
  const [approved = candidates[0], declined] = texts
  beginStep(
    'Approve one and decline another. The approval makes it a source and queues the Lore refresh in one transaction.',
  )
  if (approved !== undefined) await decide(stage, approved, 'approve')
  if (declined !== undefined) await decide(stage, declined, 'decline')
}

async function decide(
  { client, path, show }: Stage,
  { id, revision }: Schemas['DiscoveryCandidate'],
  decision: Schemas['DiscoveryDecision'],
) {
  const input = { path: { ...path, candidateId: id }, body: { revision, decision } }
  const { candidate } = await client.call('reviewDiscovery', input)
  show(`${candidate.title ?? candidate.url}: ${candidate.curation}`)
}

async function researchQuestion(stage: Stage): Promise<void> {
  const { client, path, beginStep, show } = stage
  beginStep('Research one question before it is asked: what has been written about the cannery’s choir?')
  const body = {
    topic: 'the choir of the cannery on Salt Ledger',
    evidenceNeed: 'reporting',
    freshness: 'recent',
  } as const
  const ask = () => client.call('requestQuestionResearch', { path, body }, { triesMax: 1 })
  const research = await showRefusal(stage, ['quota_spent', 'research_busy'], ask)
  if (research === undefined) return
  show(`${research.stage}${research.reused === true ? ', taken over from an equal request' : ''}: ${research.message}`)
  await advanceUntilIdle(stage, ['source_search'])
  const { jobId } = research
  const { stage: end, message, references } = await client.call('readQuestionResearch', { path: { ...path, jobId } })
  show(`${end}: ${message}`)
  for (const { sourceId, start, end: until, text, curation } of references) {
    const beginning = `${text.slice(0, 120).replaceAll(/\s+/g, ' ')}${text.length > 120 ? '…' : ''}`
    show(`${sourceId} [${start}, ${until}) ${curation}: “${beginning}”`)
  }
}

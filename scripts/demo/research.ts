import { advanceUntilIdle } from './advance.ts'
import { RequestRefusedError } from './client.ts'
import type { DemoEnvironment, Schemas } from './environment.ts'

/**
 * Research over HTTP, step by step: a source search, its slices, the review of what was found, research for one
 * question, and the Lore from all of it. Played again at once, it meets the service's cooldowns and quotas, and shows
 * them.
 */
export async function playResearch(stage: DemoEnvironment): Promise<void> {
  await lookAgain(stage)
  await review(stage)
  await researchQuestion(stage)
  await refreshLore(stage)
}

async function lookAgain(stage: DemoEnvironment): Promise<void> {
  const { call, artist, beginStep, show } = stage
  beginStep('Look again: outside for posts, pages and releases. Nothing runs inside the request; it only queues.')
  const refresh = () => call<Schemas['RefreshResult']>('POST', `${artist}/research/refresh`, {})
  show((await reportRefusal(stage, 429, refresh))?.message ?? 'the cooldown is half an hour')
  beginStep('Run the slices, one a request; each job’s bar is `cursor` of `total` from the research status.')
  await advanceUntilIdle(stage)
}

async function review(stage: DemoEnvironment): Promise<void> {
  const { call, artist, beginStep, show } = stage
  beginStep('The review queue: what was found is no evidence until a person approves it.')
  const { candidates } = await call<Schemas['DiscoveryList']>('GET', `${artist}/research/discoveries?limit=20`)
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
  { call, artist, show }: DemoEnvironment,
  discovery: Schemas['DiscoveryCandidate'],
  decision: string,
) {
  const path = `${artist}/research/discoveries/${discovery.id}/review`
  const { candidate } = await call<Schemas['DiscoveryReview']>('POST', path, { revision: discovery.revision, decision })
  show(`${candidate.title ?? candidate.url}: ${candidate.curation}`)
}

async function researchQuestion(stage: DemoEnvironment): Promise<void> {
  const { call, artist, beginStep, show } = stage
  beginStep('Research one question before it is asked: what has been written about the cannery’s choir?')
  const request = { topic: 'the choir of the cannery on Salt Ledger', evidenceNeed: 'reporting', freshness: 'recent' }
  const ask = () => call<Schemas['QuestionResearch']>('POST', `${artist}/research/questions`, request)
  const research = await reportRefusal(stage, 429, ask)
  if (research === undefined) return
  show(`${research.stage}${research.reused === true ? ', taken over from an equal request' : ''}: ${research.message}`)
  await advanceUntilIdle(stage, ['source_search'])
  const path = `${artist}/research/questions/${research.jobId}`
  const { stage: end, message, references } = await call<Schemas['QuestionResearch']>('GET', path)
  show(`${end}: ${message}`)
  for (const { sourceId, start, end: until, text, curation } of references)
    show(
      `${sourceId} [${start}, ${until}) ${curation}: “${text.slice(0, 120).replaceAll(/\s+/g, ' ')}${text.length > 120 ? '…' : ''}”`,
    )
}

async function refreshLore(stage: DemoEnvironment): Promise<void> {
  const { call, artist, beginStep, show } = stage
  beginStep('The approval has queued a Lore refresh of its own; run what is left, and read the brief.')
  await advanceUntilIdle(stage)
  const brief = await call<Schemas['ArtistBrief']>('GET', `${artist}/knowledge/brief`)
  show(brief.generatedLoreSummary ?? '(no Lore)')
}

/** The response; a refusal of this status is part of the story and is shown instead. */
async function reportRefusal<T>(
  { show }: DemoEnvironment,
  status: number,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof RequestRefusedError) || error.status !== status) throw error
    show(error.message)
    return undefined
  }
}

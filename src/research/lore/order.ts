import type { LoreOutline, LoreParagraph } from './outline.ts'
import { getAnswer } from './place-answers.ts'
import { adjacentCharsMax, getEnd, getStart, getVoiceKey, type Run } from './runs.ts'
import { findSection, findTopic, firstTopics, lastTopic } from './topics.ts'

/** Paragraphs, each of which continues the one before it. */
type Chain = LoreParagraph[]
type Group = { topic: string | undefined; rank: number; paragraphs: LoreParagraph[] }

/**
 * Paragraphs of one section follow each other, and the first names it; plans come last. A paragraph without a topic
 * comes before those with one: after them it would seem to belong to the last topic. `endsText`: no interview follows.
 */
export function orderParagraphs(
  paragraphs: readonly LoreParagraph[],
  introduction: Run | undefined,
  endsText: boolean,
): Pick<LoreOutline, 'topics' | 'paragraphs'> {
  const chains = buildChains(paragraphs)
  const groups = [...Map.groupBy(chains, (chain) => findSection(nameTopic(chain)) ?? chain).values()].map(
    (chainsOfGroup): Group => {
      const topics = new Set(chainsOfGroup.flatMap((chain) => nameTopic(chain) ?? []))
      const [only] = topics
      const topic = topics.size > 1 ? findSection(only) : only
      const [firstRun] = chainsOfGroup[0]?.[0]?.runs ?? []
      return {
        topic,
        rank: firstRun === introduction && firstRun !== undefined ? ranks.introduction : rankGroup(topic),
        paragraphs: chainsOfGroup.toSorted(compareHasThreads).flat(),
      }
    },
  )
  const ranked = groups.toSorted((a, b) => a.rank - b.rank)
  const sorted = endsText ? moveLongestAnswerLast(ranked) : ranked
  return {
    topics: sorted.every(({ topic, rank }) => topic !== undefined || rank < ranks.first)
      ? sorted.flatMap(({ topic }) => topic ?? [])
      : [],
    paragraphs: sorted.flatMap(({ topic, paragraphs: [first, ...rest] }) =>
      first === undefined ? [] : [{ ...first, topic }, ...rest],
    ),
  }
}

const ranks = { introduction: 0, first: 1, unnamed: 2, named: 3, last: 4 }

function rankGroup(topic: string | undefined): number {
  const first = firstTopics.findIndex((one) => one === topic)
  if (first >= 0) return ranks.first + first / firstTopics.length
  return topic === undefined ? ranks.unnamed : topic === lastTopic ? ranks.last : ranks.named
}

/** A narrator's words on who the artist is. */
const isWriterIntroduction = ({ origin, introduces }: Run): boolean =>
  introduces && origin.kind === 'original' && origin.passage.block.speaker === 'writer'

/** Paragraphs without an answer come before those with one. */
const compareHasThreads = (a: Chain, b: Chain): number => Number(hasThreads(a)) - Number(hasThreads(b))
const hasThreads = (chain: Chain): boolean => chain.some(({ threads }) => threads.length > 0)

/** The topic of what is quoted first, or else of the questions about it; what introduces the artist has none. */
function nameTopic(chain: Chain): string | undefined {
  const [run] = chain[0]?.runs ?? []
  if (run === undefined || isWriterIntroduction(run)) return undefined
  const questions = chain.flatMap(({ threads }) =>
    threads.map(([first]) => (first && getAnswer(first)?.question) ?? ''),
  )
  return findTopic(run, questions)
}

/** UTF-16 code units that one story leaves out at most. */
const storyGapCharsMax = 600

/**
 * A paragraph follows the one that it continues in its source. After a gap it does so only if it has an answer and no
 * topic.
 */
function buildChains(paragraphs: readonly LoreParagraph[]): Chain[] {
  const chains: Chain[] = []
  for (const paragraph of paragraphs) {
    const before = chains.find((chain) => chain.some((other) => continuesStory(other, paragraph)))
    if (before === undefined) chains.push([paragraph])
    else before.push(paragraph)
  }
  return chains
}

function continuesStory({ runs }: LoreParagraph, following: LoreParagraph): boolean {
  const [next] = following.runs
  const isOwn = following.threads.length === 0 || nameTopic([following]) !== undefined
  const last = runs.at(-1)
  if (last === undefined || next === undefined || getVoiceKey(last) !== getVoiceKey(next)) return false
  const gap = getStart(next) - getEnd(last)
  return gap >= 0 && gap < (isOwn ? adjacentCharsMax : storyGapCharsMax)
}

/** UTF-16 code units of an answer on which a text may end. */
const closingAnswerCharsMin = 120

/** A text ends on an answer: of the groups that may stand last, the one that ends on the longest. */
function moveLongestAnswerLast(groups: readonly Group[]): Group[] {
  const last = groups.at(-1)
  if (last === undefined || measureEnd(last) >= closingAnswerCharsMin) return [...groups]
  const candidates = groups.filter(({ rank }) => rank >= Math.min(last.rank, ranks.named))
  const best = candidates.toSorted((a, b) => measureEnd(b) - measureEnd(a))[0] ?? last
  if (measureEnd(best) <= measureEnd(last)) return [...groups]
  return [...groups.filter((group) => group !== best), best]
}

/** UTF-16 code units of the answer on which a group ends, where that is a sentence. */
function measureEnd({ paragraphs }: Group): number {
  const run = paragraphs.at(-1)?.threads.at(-1)?.at(-1)
  const answer = (run && getAnswer(run)?.answer.trim()) ?? ''
  return /^\p{Lu}/u.test(answer) ? answer.length : 0
}

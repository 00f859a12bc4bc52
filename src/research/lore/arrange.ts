import { factClasses } from './facts.ts'
import type { LoreOutline, LoreParagraph } from './outline.ts'
import { getAnswer, placeAnswers } from './place-answers.ts'
import { holdsCited } from './references.ts'
import type { Run } from './runs.ts'
import { findTopic, firstTopics, lastTopic } from './topics.ts'
import { countShared } from './words.ts'

/** UTF-16 code units and runs of one paragraph; a longer one is hard to read, and more cuts are a collage. */
const paragraphChars = 900
const runsMax = 2

/**
 * The order of a profile: who the artist is, then life, work, voice; inside by year where the text has one, else in the
 * order of the evidence. An answer follows what its question cites; the others are an interview behind all.
 */
export function arrange(runs: readonly Run[]): LoreOutline {
  const introduction = findIntroduction(runs)
  const opening: LoreParagraph[] = introduction === undefined ? [] : [{ runs: [introduction], threads: [] }]
  const answers = runs.filter((run) => !isOriginal(run))
  const sources = factClasses.flatMap((factClass) =>
    inTime(
      buildParagraphs(
        runs.filter((run) => run.factClass === factClass && run !== introduction && isOriginal(run)),
        answers,
      ),
    ),
  )
  const { paragraphs, interview } = placeAnswers(opening.concat(moveSelfContainedFirst(sources)), answers)
  return { introduction, ...orderByTopic(paragraphs, introduction, interview.length === 0), interview }
}

const isOriginal = ({ of }: Run): boolean => of.kind === 'original'

type Group = { topic: string | undefined; rank: number; paragraphs: LoreParagraph[] }

/**
 * Paragraphs with one topic follow each other, and the first names it; plans come last. What has no topic stands before
 * what has one, where it would seem to belong to that. `isAll`: no interview follows.
 */
function orderByTopic(
  paragraphs: readonly LoreParagraph[],
  introduction: Run | undefined,
  isAll: boolean,
): Pick<LoreOutline, 'topics' | 'paragraphs'> {
  const keyed = Map.groupBy(paragraphs, (one) => (one.runs[0] === introduction ? one : (nameTopic(one) ?? one)))
  const groups = [...keyed].map(([key, of]): Group => {
    const topic = typeof key === 'string' ? key : undefined
    return { topic, rank: of[0]?.runs[0] === introduction ? 0 : rank(topic), paragraphs: of.toSorted(byAnswered) }
  })
  const ranked = groups.toSorted((a, b) => a.rank - b.rank)
  const sorted = isAll ? endWell(ranked) : ranked
  const topics = sorted.flatMap(({ topic }) => topic ?? [])
  return {
    topics: sorted.every(({ topic, rank }) => topic !== undefined || rank === 0) ? topics : [],
    paragraphs: sorted.flatMap(({ topic, paragraphs: [first, ...rest] }) =>
      first === undefined ? [] : [{ ...first, topic }, ...rest],
    ),
  }
}

/** Ranks between those of a life's beginning and its plans. */
const [unnamed, named] = [2, 3]

function rank(topic: string | undefined): number {
  const first = firstTopics.findIndex((one) => one === topic)
  if (first >= 0) return 1 + first / firstTopics.length
  return topic === undefined ? unnamed : topic === lastTopic ? named + 1 : named
}

/** What no question is about stands before what an answer follows. */
const byAnswered = (a: LoreParagraph, b: LoreParagraph): number =>
  Number(a.threads.length > 0) - Number(b.threads.length > 0)

/** The topic of what is quoted, or else of the questions about it. */
const nameTopic = ({ runs: [run], threads }: LoreParagraph): string | undefined =>
  run &&
  findTopic(
    run,
    threads.map(([first]) => (first && getAnswer(first)?.question) ?? ''),
  )

/** UTF-16 code units of an answer that a text may end on. */
const closingChars = 120

/** A text ends on an answer: of the groups that may stand last, the one that ends on the longest. */
function endWell(groups: readonly Group[]): Group[] {
  const last = groups.at(-1)
  if (last === undefined || measureEnd(last) >= closingChars) return [...groups]
  const candidates = groups.filter(({ rank }) => rank >= Math.min(last.rank, named))
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

/** A text begins with a paragraph that can be understood alone, where one without a topic can be. */
function moveSelfContainedFirst(paragraphs: readonly LoreParagraph[]): LoreParagraph[] {
  const opening = paragraphs.find(({ runs: [run] }) => run?.sentences[0]?.needs === false)
  return opening === undefined ? [...paragraphs] : [opening, ...paragraphs.filter((other) => other !== opening)]
}

/** How much lower than the best an introduction may score that comes earlier in its source. */
const earlierCost = 0.8

/** Who the artist is, as the first of the sources that says it well. */
function findIntroduction(runs: readonly Run[]): Run | undefined {
  const introducing = runs.filter(({ introduces }) => introduces)
  const best = Math.max(...introducing.map(({ score }) => score))
  const candidates = introducing.filter(({ score }) => score >= best - earlierCost)
  return candidates.toSorted((a, b) => getStart(a) - getStart(b))[0]
}

function buildParagraphs(runs: readonly Run[], answers: readonly Run[]): LoreParagraph[] {
  const isAsked = (run: Run) => answers.some((answer) => holdsCited(run, getAnswer(answer)?.references ?? []))
  const groups = Map.groupBy(runs, (run) => getVoiceKey(run))
  return [...groups.values()].flatMap((group) => {
    const sorted = group.toSorted((a, b) => getStart(a) - getStart(b))
    const paragraphs: LoreParagraph[] = []
    for (const run of sorted) {
      const last = paragraphs.at(-1)
      if (
        last !== undefined &&
        last.runs.length < runsMax &&
        (!last.runs.some(isAsked) || !isAsked(run) || follows(last.runs.at(-1), run)) &&
        belong(last.runs.at(-1), run) &&
        countChars([...last.runs, run]) <= paragraphChars
      )
        last.runs.push(run)
      else paragraphs.push({ runs: [run], threads: [] })
    }
    return paragraphs
  })
}

/** Runs with one key are of the same voice in the same source. */
export function getVoiceKey({ of }: Run): string {
  if (of.kind === 'answer') return `answer ${of.answer.entryId}`
  const { sourceId, block } = of.passage
  return `${sourceId} ${block.speaker} ${block.name?.text ?? ''}`
}

/**
 * UTF-16 code units. Two runs about the same make one paragraph where they are short, or where little is left out
 * between them.
 */
const shortRun = 260
const gapMax = 200
/** Content words that two runs have in common before they are about the same. */
const sharedMin = 2

const belong = (one: Run | undefined, other: Run): boolean =>
  one !== undefined &&
  [undefined, findTopic(one)].includes(findTopic(other)) &&
  countShared(collectStems(one), collectStems(other)) >= sharedMin &&
  ((countChars([one]) < shortRun && countChars([other]) < shortRun) ||
    (getBlock(one) === getBlock(other) && getStart(other) - getEnd(one) < gapMax))

/** Whether nothing is left out between two runs. */
const follows = (one: Run | undefined, other: Run): boolean =>
  one !== undefined && getBlock(one) === getBlock(other) && getStart(other) - getEnd(one) < 3

const getBlock = ({ of }: Run) => (of.kind === 'original' ? of.passage.block : of.answer)
const getStart = ({ sentences }: Run) => sentences[0]?.parts[0]?.start ?? 0
const getEnd = ({ sentences }: Run) => sentences.at(-1)?.parts.at(-1)?.end ?? 0
const countChars = (runs: readonly Run[]) =>
  runs.reduce((sum, { sentences }) => sum + sentences.reduce((chars, { text }) => chars + text.length + 1, 0), 0)

/** By the first year in each; a run without a year keeps its place behind the one before it in its source. */
function inTime(paragraphs: readonly LoreParagraph[]): LoreParagraph[] {
  const years = new Map<string, number>()
  const dated = paragraphs.map((paragraph) => {
    const source = getSource(paragraph)
    const year = Math.min(...paragraph.runs.flatMap((run) => run.year ?? []), Number.POSITIVE_INFINITY)
    if (year !== Number.POSITIVE_INFINITY) years.set(source, year)
    return { paragraph, year: year === Number.POSITIVE_INFINITY ? (years.get(source) ?? 0) : year }
  })
  return dated.toSorted((a, b) => a.year - b.year).map(({ paragraph }) => paragraph)
}

const getSource = ({ runs: [run] }: LoreParagraph) => (run?.of.kind === 'original' ? run.of.passage.sourceId : '')

const collectStems = ({ sentences }: Run): Set<string> => new Set(sentences.flatMap(({ stems }) => [...stems]))

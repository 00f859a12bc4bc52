import { factClasses } from './facts.ts'
import type { LoreOutline, LoreParagraph } from './outline.ts'
import { placeAnswers } from './place-answers.ts'
import type { Run } from './runs.ts'
import { findTopic, firstTopic, lastTopic } from './topics.ts'
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
  const opening = introduction === undefined ? [] : [{ runs: [introduction] }]
  const sources = factClasses.flatMap((factClass) =>
    inTime(
      buildParagraphs(runs.filter((run) => run.factClass === factClass && run !== introduction && isOriginal(run))),
    ),
  )
  const paragraphs = withTopics(opening.concat(moveSelfContainedFirst(sources)))
  return {
    introduction,
    ...placeAnswers(
      paragraphs,
      runs.filter((run) => !isOriginal(run)),
    ),
  }
}

const isOriginal = ({ of }: Run): boolean => of.kind === 'original'

/** What has no topic stands before what has one, where it would seem to belong to that. */
const rankTopic = (key: LoreParagraph | string, opening: LoreParagraph | undefined): number =>
  key === opening ? 0 : key === firstTopic ? 1 : key === lastTopic ? 4 : typeof key === 'string' ? 3 : 2

/** Paragraphs with one topic follow each other, and the first names it; plans come last. */
function withTopics(paragraphs: readonly LoreParagraph[]): LoreParagraph[] {
  const groups = Map.groupBy(paragraphs, (paragraph) => {
    const [run] = paragraph.runs
    return (run === undefined || run.introduces ? undefined : findTopic(run)) ?? paragraph
  })
  return [...groups]
    .toSorted(([a], [b]) => rankTopic(a, paragraphs[0]) - rankTopic(b, paragraphs[0]))
    .flatMap(([key, [first, ...rest]]) =>
      first === undefined ? [] : [{ ...first, topic: typeof key === 'string' ? key : undefined }, ...rest],
    )
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

function buildParagraphs(runs: readonly Run[]): LoreParagraph[] {
  const groups = Map.groupBy(runs, (run) => getVoiceKey(run))
  return [...groups.values()].flatMap((group) => {
    const sorted = group.toSorted((a, b) => getStart(a) - getStart(b))
    const paragraphs: LoreParagraph[] = []
    for (const run of sorted) {
      const last = paragraphs.at(-1)
      if (
        last !== undefined &&
        last.runs.length < runsMax &&
        belong(last.runs.at(-1), run) &&
        countChars([...last.runs, run]) <= paragraphChars
      )
        last.runs.push(run)
      else paragraphs.push({ runs: [run] })
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
  countShared(collectStems(one), collectStems(other)) >= sharedMin &&
  ((countChars([one]) < shortRun && countChars([other]) < shortRun) ||
    (getBlock(one) === getBlock(other) && getStart(other) - getEnd(one) < gapMax))

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

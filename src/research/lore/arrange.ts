import { factClasses } from './facts.ts'
import { orderParagraphs } from './order.ts'
import type { LoreOutline, LoreParagraph } from './outline.ts'
import { getAnswer, placeAnswers } from './place-answers.ts'
import { quotesReference } from './references.ts'
import { adjacentCharsMax, getEnd, getStart, getVoiceKey, type Run } from './runs.ts'
import { findTopic } from './topics.ts'
import { countShared } from './words.ts'

/** UTF-16 code units and runs of one paragraph; a longer one is hard to read, and more cuts are a collage. */
const paragraphCharsMax = 900
const runsPerParagraphMax = 2

/**
 * An introduction, then the paragraphs by class (life, work, views), in a class by year where the text has one, else in
 * the order of the evidence; then regrouped by topic (order.ts). An answer follows what its question cites; the others
 * are an interview at the end.
 */
export function arrange(runs: readonly Run[]): LoreOutline {
  const introduction = findIntroduction(runs)
  const first: LoreParagraph[] = introduction === undefined ? [] : [{ runs: [introduction], threads: [] }]
  const answers = runs.filter((run) => !isOriginal(run))
  const sources = factClasses.flatMap((factClass) =>
    sortByYear(
      buildParagraphs(
        runs.filter((run) => run.factClass === factClass && run !== introduction && isOriginal(run)),
        answers,
      ),
    ),
  )
  const { paragraphs, interview } = placeAnswers(first.concat(moveSelfContainedFirst(sources)), answers)
  return { introduction, ...orderParagraphs(paragraphs, introduction, interview.length === 0), interview }
}

const isOriginal = ({ origin }: Run): boolean => origin.kind === 'original'

/** The first paragraph that can be understood alone comes first, as far as the order by topic leaves it there. */
function moveSelfContainedFirst(paragraphs: readonly LoreParagraph[]): LoreParagraph[] {
  const first = paragraphs.find(({ runs: [run] }) => run?.sentences[0]?.needsContext === false)
  return first === undefined ? [...paragraphs] : [first, ...paragraphs.filter((other) => other !== first)]
}

/** An introduction that comes earlier in its source is taken although it scores this much lower than the best. */
const earlierAllowance = 0.8

/** Who the artist is, as the first of the sources that says it well. */
function findIntroduction(runs: readonly Run[]): Run | undefined {
  const introducing = runs.filter(({ introduces }) => introduces)
  const best = Math.max(...introducing.map(({ score }) => score))
  const candidates = introducing.filter(({ score }) => score >= best - earlierAllowance)
  return candidates.toSorted((a, b) => getStart(a) - getStart(b))[0]
}

function buildParagraphs(runs: readonly Run[], answers: readonly Run[]): LoreParagraph[] {
  const isAsked = (run: Run) => answers.some((answer) => quotesReference(run, getAnswer(answer)?.references ?? []))
  const groups = Map.groupBy(runs, (run) => getVoiceKey(run))
  return [...groups.values()].flatMap((group) => {
    const sorted = group.toSorted((a, b) => getStart(a) - getStart(b))
    const paragraphs: LoreParagraph[] = []
    for (const run of sorted) {
      const last = paragraphs.at(-1)
      if (
        last !== undefined &&
        last.runs.length < runsPerParagraphMax &&
        (!last.runs.some(isAsked) || !isAsked(run) || follows(last.runs.at(-1), run)) &&
        areRelated(last.runs.at(-1), run) &&
        countChars([...last.runs, run]) <= paragraphCharsMax
      )
        last.runs.push(run)
      else paragraphs.push({ runs: [run], threads: [] })
    }
    return paragraphs
  })
}

/**
 * UTF-16 code units. Two runs about the same subject share a paragraph if both are short, or if little is left out
 * between them.
 */
const shortRunChars = 260
const gapCharsMax = 200
/** Content words in common from which on two runs are about the same subject. */
const sharedWordsMin = 2

const areRelated = (one: Run | undefined, other: Run): boolean =>
  one !== undefined &&
  [undefined, findTopic(one)].includes(findTopic(other)) &&
  countShared(collectStems(one), collectStems(other)) >= sharedWordsMin &&
  ((countChars([one]) < shortRunChars && countChars([other]) < shortRunChars) ||
    (getBlock(one) === getBlock(other) && getStart(other) - getEnd(one) < gapCharsMax))

/** Whether nothing is left out between two runs. */
const follows = (one: Run | undefined, other: Run): boolean =>
  one !== undefined && getBlock(one) === getBlock(other) && getStart(other) - getEnd(one) < adjacentCharsMax

const getBlock = ({ origin }: Run) => (origin.kind === 'original' ? origin.passage.block : origin.answer)
const countChars = (runs: readonly Run[]) =>
  runs.reduce((sum, { sentences }) => sum + sentences.reduce((chars, { text }) => chars + text.length + 1, 0), 0)

/**
 * Sorts by the first year in each. A paragraph without a year counts as of the year of the one before it in its source.
 */
function sortByYear(paragraphs: readonly LoreParagraph[]): LoreParagraph[] {
  const years = new Map<string, number>()
  const dated = paragraphs.map((paragraph) => {
    const source = getSource(paragraph)
    const year = Math.min(...paragraph.runs.flatMap((run) => run.year ?? []), Number.POSITIVE_INFINITY)
    if (year !== Number.POSITIVE_INFINITY) years.set(source, year)
    return { paragraph, year: year === Number.POSITIVE_INFINITY ? (years.get(source) ?? 0) : year }
  })
  return dated.toSorted((a, b) => a.year - b.year).map(({ paragraph }) => paragraph)
}

const getSource = ({ runs: [run] }: LoreParagraph) =>
  run?.origin.kind === 'original' ? run.origin.passage.sourceId : ''

const collectStems = ({ sentences }: Run): Set<string> => new Set(sentences.flatMap(({ stems }) => [...stems]))

import type { LorePassage } from './evidence.ts'
import { factClasses } from './facts.ts'
import type { Run } from './runs.ts'
import { countShared } from './words.ts'

/** What one voice says about one thing in one source, or one answer or several short ones; a paragraph of the text. */
export type LoreParagraph = { runs: Run[] }

/** UTF-16 code units and runs of one paragraph; a longer one is hard to read, and more cuts are a collage. */
const paragraphChars = 900
const runsMax = 2

/** How much of an answer's content an undated paragraph shares to be about the same. */
const besideMin = 0.25

/**
 * The paragraphs in the order of a profile: who the artist is, then life, work, voice; inside by year where the text
 * has one, else in the order of the evidence. Answers stand beside what they are about, or as an interview behind all.
 */
export function arrange(runs: readonly Run[]): LoreParagraph[] {
  const introduction = findIntroduction(runs)
  const opening = introduction === undefined ? [] : [{ runs: [introduction] }]
  const sources = factClasses.flatMap((factClass) =>
    inTime(
      buildParagraphs(runs.filter((run) => run.factClass === factClass && run !== introduction && isOriginal(run))),
    ),
  )
  const answers = runs
    .filter(({ of }) => of.kind === 'answer')
    .toSorted((a, b) => getSitting(a) - getSitting(b) || getSavedSeq(a) - getSavedSeq(b))
  return joinShortAnswers(opening.concat(moveSelfContainedFirst(withAnswers(sources, answers))))
}

const isOriginal = ({ of }: Run): boolean => of.kind === 'original'

/** UTF-16 code units of the short answers of one paragraph. */
const answersChars = 500

const isShortAnswer = (run: Run): boolean => !isOriginal(run) && !run.standsAlone && countChars([run]) < shortRun

/** Short answers of one sitting in a row are one paragraph, each with its question. */
function joinShortAnswers(paragraphs: readonly LoreParagraph[]): LoreParagraph[] {
  const joined: LoreParagraph[] = []
  for (const { runs } of paragraphs) {
    const last = joined.at(-1)
    const together = [...(last?.runs ?? []), ...runs]
    const isRow = together.every((run) => isShortAnswer(run) && getSitting(run) === getSitting(together[0] ?? run))
    if (last !== undefined && isRow && countChars(together) <= answersChars) last.runs = together
    else joined.push({ runs: [...runs] })
  }
  return joined
}

/** A text begins neither with the answer to a question nor, where it can, with "her". */
function moveSelfContainedFirst(paragraphs: readonly LoreParagraph[]): LoreParagraph[] {
  const alone = paragraphs.filter(({ runs: [run] }) => run?.standsAlone)
  const opening = alone.find(({ runs: [run] }) => run?.sentences[0]?.needs === false) ?? alone[0]
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

const getSitting = ({ of }: Run) => (of.kind === 'answer' ? (of.answer.sitting ?? 0) : 0)
const getSavedSeq = ({ of }: Run) => (of.kind === 'answer' ? of.answer.savedSeq : 0)

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
 * UTF-16 code units. Two short runs about the same make one paragraph; longer ones belong together where they stand in
 * one paragraph of the source.
 */
const shortRun = 260

const belong = (one: Run | undefined, other: Run): boolean =>
  one !== undefined &&
  (getBlock(one) === getBlock(other) ||
    (countChars([one]) < shortRun &&
      countChars([other]) < shortRun &&
      !collectStems(one).isDisjointFrom(collectStems(other))))

const getBlock = ({ of }: Run) => (of.kind === 'original' ? of.passage.block : of.answer)
const getStart = ({ sentences }: Run) => sentences[0]?.parts[0]?.start ?? 0
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

const getSource = ({ runs: [run] }: LoreParagraph) =>
  run?.of.kind === 'original' ? (run.of.passage as LorePassage).sourceId : ''

/**
 * Each answer that stands alone behind the paragraph that is about the same; the others behind the sources in the order
 * of the sittings, since a question may point at the one before it.
 */
function withAnswers(sources: readonly LoreParagraph[], answers: readonly Run[]): LoreParagraph[] {
  const answersAfter = new Map<LoreParagraph | undefined, LoreParagraph[]>()
  for (const answer of answers) {
    const stems = collectStems(answer)
    const best = sources
      .map((paragraph) => ({
        paragraph,
        common: Math.max(...paragraph.runs.map((run) => countShared(stems, collectStems(run)))),
      }))
      .toSorted((a, b) => b.common - a.common)[0]
    const index =
      answer.standsAlone && best !== undefined && best.common >= 2 && best.common >= besideMin * stems.size
        ? best.paragraph
        : undefined
    answersAfter.set(index, [...(answersAfter.get(index) ?? []), { runs: [answer] }])
  }
  return [
    ...sources.flatMap((paragraph) => [paragraph, ...(answersAfter.get(paragraph) ?? [])]),
    ...(answersAfter.get(undefined) ?? []),
  ]
}

const collectStems = ({ sentences }: Run): Set<string> => new Set(sentences.flatMap(({ stems }) => [...stems]))

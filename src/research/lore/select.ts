import type { TimeSliced } from '#src/text/time-slices.ts'
import { arrange } from './arrange.ts'
import { isBesideReference, overlaps, quotesReference } from './references.ts'
import { render } from './render.ts'
import { getEvidence, type Run } from './runs.ts'
import type { EvidenceSentence } from './sentence.ts'
import type { ArtistInText } from './short-name.ts'
import { findTopic } from './topics.ts'
import { countShared } from './words.ts'

/** The runs of a source or an answer, the best first. */
export type RunGroup = { key: string; runs: Run[] }

/** The score that a run needs: low while the text is short, higher as it fills. */
const scoreThresholds = { empty: 1.2, ofMany: 2.1, full: 2.4, fullChars: 2_500 }
/**
 * UTF-16 code units. A shorter text takes one run of advice from a source that has nothing about the artist, which may
 * score so much lower.
 */
const generalCharsMax = 1_500
const generalAllowance = 0.8
/** Beyond this number of sources, a further one has to be informative. */
const manySources = 4
/** The minimal number of words of a run, unless it is the only one of its source; with fewer it is a remark. */
const wordsMin = 8
/** The same once the text is long enough without it: a remark is no paragraph of it. */
const wordsMinOfLong = 24

const countWords = ({ sentences }: Run): number => sentences.reduce((sum, { words }) => sum + words.length, 0)

/** The cost of each further run of one source: another source comes first. */
const repetitionCost = 0.12
/** The cost of a run that is not the artist's beside one that is, times those already chosen and one. */
const narrationCost = 0.3
/** Questions whose passages are quoted, and UTF-16 code units, that make a text without any other passage. */
const quotedPassagesMin = 3
const richChars = 1_200
/** The bonus of a run that has a topic which its paragraph can name. */
const topicMerit = 0.3
/** The bonus of the first run of its class, so that life, work and views are all represented. */
const firstOfClass = 0.35

/**
 * The runs that Lore is made of: the best of every answered question, then what these questions cite, then the best of
 * every source, of the rest about the artist, and of a source that has only advice, as long as the text stays within
 * `charsMax` UTF-16 code units. Nothing is said twice. Yields between steps.
 */
export function* select(
  answers: readonly RunGroup[],
  sources: readonly RunGroup[],
  { artist, charsMax, runsMax }: { artist: ArtistInText; charsMax: number; runsMax: number },
): TimeSliced<Run[]> {
  let chosen: Run[] = []
  /** Chooses a run, in place of those that it contains. */
  const take = (run: Run, contained: readonly Run[] = []): boolean => {
    const rest = chosen.filter((one) => !contained.includes(one))
    const more = [...rest, run]
    if (more.length > runsMax || repeatsChosen(run, rest) || render(arrange(more), artist).text.length > charsMax)
      return false
    chosen = more
    return true
  }
  for (const { runs } of answers) {
    runs.some((run) => take(run))
    yield
  }
  const sourceRuns = sources.flatMap(({ runs }) => runs)
  const referenced = chosen
    .map(({ origin }) => (origin.kind === 'answer' ? (origin.answer.references ?? []) : []))
    .map((references) => {
      const quoting = sourceRuns.filter((run) => quotesReference(run, references))
      return (quoting.length > 0 ? quoting : sourceRuns.filter((run) => isBesideReference(run, references))).toSorted(
        compareSentenceCount,
      )
    })
  // As little as is needed for each question, then as much as there is room for.
  for (const runs of referenced) {
    if (!runs.some((run) => chosen.includes(run))) runs.some((run) => take(run))
    yield
  }
  for (const runs of referenced) {
    for (const run of runs.toReversed()) {
      const contained = chosen.filter((other) => quotesRun(run, other))
      if (chosen.includes(run) || (contained.length > 0 && take(run, contained))) break
    }
    yield
  }
  const quotedOriginals = chosen.filter((run) => run.origin.kind === 'original')
  const quotedPassageCount = referenced.filter((runs) => runs.some((run) => chosen.includes(run))).length
  const countChars = () => render(arrange(chosen), artist).text.length
  const bestFirst = sources.toSorted((a, b) => (b.runs[0]?.score ?? 0) - (a.runs[0]?.score ?? 0))
  const firstRunScoreMin = sources.length > manySources ? scoreThresholds.ofMany : scoreThresholds.empty
  const isQuoted = (source: string) => chosen.some((run) => getEvidence(run).id === source)
  for (const { key, runs } of bestFirst) {
    if (!isQuoted(key))
      runs.filter(({ score, concernsArtist }) => concernsArtist && score >= firstRunScoreMin).some((run) => take(run))
    yield
  }
  // Where enough cited passages are quoted, the rest introduces the artist, or says more of a topic asked about.
  const isRich = quotedPassageCount >= quotedPassagesMin && countChars() >= richChars
  const isWorthAdding = (run: Run): boolean => {
    const topic = findTopic(run)
    return (
      !isRich ||
      isFirstIntroduction(run, chosen) ||
      (topic !== undefined && quotedOriginals.some((other) => findTopic(other) === topic))
    )
  }
  const rest = sourceRuns.filter(
    (run) => run.concernsArtist && !chosen.includes(run) && countWords(run) >= wordsMin && isWorthAdding(run),
  )
  while (rest.length > 0) {
    const [at, value] = findBest(rest, chosen, sources.length === 1)
    const [run] = rest.splice(at, 1)
    if (run === undefined || value < computeScoreThreshold(countChars())) break
    if (countChars() < generalCharsMax || countWords(run) >= wordsMinOfLong) take(run)
    yield
  }
  for (const { key, runs } of bestFirst) {
    if (countChars() >= generalCharsMax) break
    if (!isQuoted(key))
      runs.filter(({ score }) => score >= firstRunScoreMin - generalAllowance).some((run) => take(run))
    yield
  }
  return chosen
}

const computeScoreThreshold = (chars: number): number =>
  scoreThresholds.empty +
  (scoreThresholds.full - scoreThresholds.empty) * Math.min(1, chars / scoreThresholds.fullChars)

function findBest(runs: readonly Run[], chosen: readonly Run[], isOnly: boolean): [at: number, value: number] {
  const values = runs.map((run) => {
    const { id } = getEvidence(run)
    const chosenOfSource = isOnly ? 0 : chosen.filter((other) => getEvidence(other).id === id).length
    const isNew = !chosen.some(({ factClass }) => factClass === run.factClass)
    const isBesideOwn =
      isByOthers(run) && chosen.some((other) => other.origin.kind === 'original' && !isByOthers(other))
    const ofOthers = isBesideOwn ? 1 + chosen.filter((other) => isByOthers(other)).length : 0
    const merit =
      (isNew || isFirstIntroduction(run, chosen) ? firstOfClass : 0) + (findTopic(run) === undefined ? 0 : topicMerit)
    return run.score - repetitionCost * chosenOfSource - narrationCost * ofOthers + merit
  })
  const value = Math.max(...values)
  return [values.indexOf(value), value]
}

/** Whether a run says who the artist is and none of the chosen does. */
const isFirstIntroduction = (run: Run, chosen: readonly Run[]): boolean =>
  run.introduces && !chosen.some(({ introduces }) => introduces)

const isByOthers = ({ origin }: Run) => origin.kind === 'original' && origin.passage.block.speaker !== 'artist'

const compareSentenceCount = (a: Run, b: Run): number => a.sentences.length - b.sentences.length

/** Whether the run quotes all that another one of the same passage does. */
const quotesRun = (run: Run, other: Run): boolean =>
  run.origin.kind === 'original' &&
  getEvidence(run).id === getEvidence(other).id &&
  other.sentences.every(({ parts }) => run.sentences.some((one) => one.parts.at(-1)?.end === parts.at(-1)?.end))

/** Whether a sentence of the run is said already, or is in a chosen run. */
const repeatsChosen = (run: Run, chosen: readonly Run[]): boolean =>
  chosen.some((other) =>
    other.sentences.some((one) =>
      run.sentences.some((sentence) => sharesText(run, other, sentence, one) || isNearDuplicate(one, sentence)),
    ),
  )

const sharesText = (run: Run, other: Run, a: EvidenceSentence, b: EvidenceSentence): boolean =>
  getEvidence(run).id === getEvidence(other).id && a.parts.some((one) => b.parts.some((two) => overlaps(one, two)))

/** Four in five of the shorter one's content words: the same statement, in a quotation, a repost or other words. */
export function isNearDuplicate(one: Pick<EvidenceSentence, 'stems'>, other: Pick<EvidenceSentence, 'stems'>): boolean {
  const smallerSize = Math.min(one.stems.size, other.stems.size)
  return smallerSize >= 2 && countShared(one.stems, other.stems) >= 0.8 * smallerSize
}

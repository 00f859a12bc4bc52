import { arrange } from './arrange.ts'
import { holdsCited, overlap } from './references.ts'
import { render } from './render.ts'
import type { Run } from './runs.ts'
import type { EvidenceSentence } from './sentence.ts'
import type { CalledArtist } from './short-name.ts'
import { findTopic } from './topics.ts'
import { countShared } from './words.ts'

/** The runs of a source or an answer, the best first. */
export type RunGroup = { key: string; runs: Run[] }

/** The minimal score of a run: low while the text is short, higher as it fills. */
const scoreMin = { empty: 1.2, ofMany: 2.1, full: 2.4, fullChars: 2_500 }
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
/** The bonus of a run that has a topic which its paragraph can name. */
const topicMerit = 0.3
/** The bonus of the first run of its class, so that life, work and voice are all represented. */
const firstOfClass = 0.35

/**
 * The runs that Lore is made of: the best of every answered question, then what these questions cite, then the best of
 * every source, of the rest about the artist, and of a source that has only advice, as long as the text stays within
 * `charsMax` UTF-16 code units. Nothing is said twice. Yields between steps.
 */
export function* select(
  answers: readonly RunGroup[],
  sources: readonly RunGroup[],
  { artist, charsMax, runsMax }: { artist: CalledArtist; charsMax: number; runsMax: number },
): Generator<void, Run[]> {
  let chosen: Run[] = []
  const take = (run: Run): boolean => {
    if (chosen.length >= runsMax || repeats(run, chosen)) return false
    const more = [...chosen, run]
    if (render(arrange(more), artist).text.length > charsMax) return false
    chosen = more
    return true
  }
  for (const { runs } of answers) {
    runs.some(take)
    yield
  }
  const offered = sources.flatMap(({ runs }) => runs)
  for (const { of } of [...chosen]) {
    const references = of.kind === 'answer' ? (of.answer.references ?? []) : []
    if (!chosen.some((run) => holdsCited(run, references)))
      offered.filter((run) => holdsCited(run, references)).some(take)
    yield
  }
  const countChars = () => render(arrange(chosen), artist).text.length
  const bestFirst = sources.toSorted((a, b) => (b.runs[0]?.score ?? 0) - (a.runs[0]?.score ?? 0))
  const minScore = sources.length > manySources ? scoreMin.ofMany : scoreMin.empty
  const isQuoted = (source: string) => chosen.some((run) => getOriginId(run) === source)
  for (const { key, runs } of bestFirst) {
    if (!isQuoted(key)) runs.filter(({ score, concernsArtist }) => concernsArtist && score >= minScore).some(take)
    yield
  }
  const rest = offered.filter((run) => run.concernsArtist && !chosen.includes(run) && countWords(run) >= wordsMin)
  while (rest.length > 0) {
    const [at, value] = findBest(rest, chosen, sources.length === 1)
    const [run] = rest.splice(at, 1)
    if (run === undefined || value < computeScoreMin(countChars())) break
    if (countChars() < generalCharsMax || countWords(run) >= wordsMinOfLong) take(run)
    yield
  }
  for (const { key, runs } of bestFirst) {
    if (countChars() >= generalCharsMax) break
    if (!isQuoted(key)) runs.filter(({ score }) => score >= minScore - generalAllowance).some(take)
    yield
  }
  return chosen
}

const computeScoreMin = (chars: number): number =>
  scoreMin.empty + (scoreMin.full - scoreMin.empty) * Math.min(1, chars / scoreMin.fullChars)

function findBest(runs: readonly Run[], chosen: readonly Run[], isOnly: boolean): [at: number, value: number] {
  const values = runs.map((run) => {
    const ofSource = isOnly ? 0 : chosen.filter(({ of }) => getOriginId({ of }) === getOriginId(run)).length
    const isNew = !chosen.some(({ factClass }) => factClass === run.factClass)
    const isIntroduction = run.introduces && !chosen.some(({ introduces }) => introduces)
    const isBesideOwn = isNarrated(run) && chosen.some((other) => other.of.kind === 'original' && !isNarrated(other))
    const ofOthers = isBesideOwn ? 1 + chosen.filter((other) => isNarrated(other)).length : 0
    const merit = (isNew || isIntroduction ? firstOfClass : 0) + (findTopic(run) === undefined ? 0 : topicMerit)
    return run.score - repetitionCost * ofSource - narrationCost * ofOthers + merit
  })
  const value = Math.max(...values)
  return [values.indexOf(value), value]
}

const isNarrated = ({ of }: Run) => of.kind === 'original' && of.passage.block.speaker !== 'artist'

const getOriginId = ({ of }: Pick<Run, 'of'>) => (of.kind === 'original' ? of.passage.sourceId : of.answer.entryId)

/** Whether a sentence of the run is said already, or is in a chosen run. */
const repeats = (run: Run, chosen: readonly Run[]): boolean =>
  chosen.some((other) =>
    other.sentences.some((one) =>
      run.sentences.some((sentence) => overlaps(run, other, sentence, one) || isNearDuplicate(one, sentence)),
    ),
  )

const overlaps = (run: Run, other: Run, a: EvidenceSentence, b: EvidenceSentence): boolean =>
  getOriginId(run) === getOriginId(other) && a.parts.some((one) => b.parts.some((two) => overlap(one, two)))

/** Four in five of the shorter one's content words: the same statement, in a quotation, a repost or other words. */
export function isNearDuplicate(one: Pick<EvidenceSentence, 'stems'>, other: Pick<EvidenceSentence, 'stems'>): boolean {
  const smallerSize = Math.min(one.stems.size, other.stems.size)
  return smallerSize >= 2 && countShared(one.stems, other.stems) >= 0.8 * smallerSize
}

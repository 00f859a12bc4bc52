import type { HashedCitation } from '#src/text/revisions.ts'
import { namesPerson } from './anaphora.ts'
import { isDenial, isHearsay } from './denial.ts'
import type { LoreAnswer, LorePassage } from './evidence.ts'
import { classifyFact, type FactClass, findYear } from './facts.ts'
import { joinPattern } from './pattern.ts'
import { aboutAppearance, aboutInterview } from './score.ts'
import type { EvidenceSentence } from './sentence.ts'

/** Neighbouring sentences of one voice, taken together. */
export type Run = {
  origin: { kind: 'answer'; answer: LoreAnswer } | { kind: 'original'; passage: LorePassage }
  sentences: EvidenceSentence[]
  score: number
  factClass: FactClass
  /** Whether it says who the artist is, as a profile begins. */
  introduces: boolean
  /** Whether it is mostly about the artist; else it is advice or a general statement. */
  concernsArtist: boolean
  year: number | undefined
}

/** A sentence with whether it may be quoted and what it is about. */
export type RatedSentence = {
  sentence: EvidenceSentence
  isAllowed: boolean
  mayBegin: boolean
  score: number
  namesArtist: boolean
  /** Whether it is about the artist, and not a general statement. */
  concernsArtist: boolean
  /** Whether it says what others should do. */
  isAdvice: boolean
  /** Whether no run continues into it: words of another voice are before it, or it agrees with an interviewer. */
  endsRunBefore: boolean
  /** Whether a person whom it means by "her" has to be named in the run before it. */
  lacksPerson: boolean
  /** Whether a run may begin with it that a question is about. */
  mayFollowQuestion: boolean
}

/** A denial is looked for in this many sentences after the one that it denies. */
const denialReachSentences = 3
/** Sentences of one run: more are an excerpt. */
const runSentencesMax = 8

/**
 * For each sentence, the index up to which a run with it must reach: what is denied is never taken without its denial.
 */
export function computeReach(sentences: readonly EvidenceSentence[]): number[] {
  const reach = sentences.map((_, at) => at)
  sentences.forEach(({ text, stems, needsContext }, at) => {
    if (!isDenial(text)) return
    for (let before = at - 1; before >= 0 && before >= at - denialReachSentences; before--) {
      const denied = sentences[before]
      if (denied === undefined) continue
      const isNext = before === at - 1
      if (
        isNext
          ? needsContext || !stems.isDisjointFrom(denied.stems)
          : isHearsay(denied.text) || !stems.isDisjointFrom(denied.stems)
      )
        reach[before] = Math.max(reach[before] ?? before, at)
    }
  })
  return reach
}

/**
 * Where a run is looked for, and what it must be. `needsName`: it begins by naming the artist; `mayBeQuestion`: it may
 * end on a question; `mustInclude`: the index of a sentence that it contains.
 */
type Search = {
  from: number
  to: number
  charsMax: number
  needsName?: boolean
  mayBeQuestion?: boolean
  mustInclude?: number | undefined
}

export type FoundRun = { first: number; last: number; score: number; concernsArtist: boolean }

/** The score that each further sentence costs: one that scores less does not lengthen the run. */
const sentenceCost = 0.75

/**
 * The best run of at most `charsMax` UTF-16 code units within [from, to), or 1.4 times as many for a story, one about
 * the artist before any other; undefined when there is none.
 */
export function findBestRun(
  rated: readonly RatedSentence[],
  reach: readonly number[],
  { from, to, charsMax, needsName, mayBeQuestion, mustInclude }: Search,
): FoundRun | undefined {
  let best: (FoundRun & { gain: number }) | undefined
  for (let first = from; first < Math.min(to, mustInclude === undefined ? to : mustInclude + 1); first++) {
    const begins = rated[first]
    if (begins === undefined || !begins.isAllowed || !begins.mayBegin || (needsName && !begins.namesArtist)) continue
    let [chars, sum, mustReach] = [0, 0, first]
    let [hasPerson, concerning, general] = [false, 0, 0]
    for (let last = first; last < to && last < first + storyLengthFactor * runSentencesMax; last++) {
      const one = rated[last]
      if (one === undefined || !one.isAllowed || (last > first && one.endsRunBefore)) break
      if (one.lacksPerson && !hasPerson) break
      hasPerson ||= namesPerson(one.sentence.text)
      chars += one.sentence.text.length + 1
      if (chars > charsMax * storyLengthFactor) break
      sum += one.score
      concerning += one.concernsArtist ? 1 : 0
      general = one.concernsArtist ? 0 : general + 1
      if (begins.concernsArtist && general > generalSentencesMax) break
      mustReach = Math.max(mustReach, reach[last] ?? last)
      if (last < (mustInclude ?? first) || mustReach > last || !(mayBeQuestion || mayEnd(one.sentence.text))) continue
      if (last > first && begins.concernsArtist && one.isAdvice) continue
      const following = rated[last + 1]
      const breaks = following === undefined ? 0 : computeBreakCost(one.sentence, following)
      const count = last - first + 1
      const isLong = chars > charsMax || count > runSentencesMax
      if (isLong && (breaks > 0 || !tellsStory(one.sentence.text))) continue
      const gain = sum - sentenceCost * count - breaks
      const score = sum / count + lengthMerit * Math.min(1, chars / fullMeritChars) - breaks
      const concernsArtist = begins.concernsArtist && concerning >= count / 2
      if (best === undefined || (concernsArtist === best.concernsArtist ? gain > best.gain : concernsArtist))
        best = { first, last, score, gain, concernsArtist }
    }
  }
  return best
}

/** What a run gains by its length, all of it from so many UTF-16 code units on: a story is worth more than a part. */
const lengthMerit = 1.3
const fullMeritChars = 520

/** General sentences in a row, in a run about the artist: with more it becomes a lesson. */
const generalSentencesMax = 1

/** How much longer a run may be that tells a story to its end. */
const storyLengthFactor = 1.4

/** The cost of ending before a sentence that continues the story, is about its person, reverses it or refers to it. */
const breakCosts = { story: 0.6, storyThatMayNotFollow: 0.2, person: 1.2, reversal: 0.45, reference: 0.2 }

function computeBreakCost({ text }: EvidenceSentence, following: RatedSentence): number {
  const { sentence, isAllowed, lacksPerson } = following
  if (tellsStory(text) && tellsStory(sentence.text))
    return isAllowed ? breakCosts.story : breakCosts.storyThatMayNotFollow
  // "One of my professors took his duties lightly." introduces the person whom "his method" goes on about.
  if (lacksPerson) return breakCosts.person
  if (!isAllowed) return 0
  return turning.test(sentence.text) ? breakCosts.reversal : sentence.needsContext ? breakCosts.reference : 0
}

/** "I tried it over", "there was a cat": it happened once, and what happened next belongs to it. */
const telling = joinPattern(
  'u',
  String.raw`\b(?:I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|[Ii]t|[Tt]here)\s(?:(?:\p{Ll}+ly|never|also|then|soon|once|only|just)\s)?`,
  '(?:was|were|had|did|could|would|went|came|took|gave|got|made|left|told|found|said|saw|heard|knew|thought|',
  String.raw`began|became|kept|lost|ran|sang|wrote|\p{Ll}+ed)\b`,
)

const tellsStory = (text: string): boolean => telling.test(text)

const turning = joinPattern(
  'u',
  '^["“‘(]*(?:But|However|Yet|Still|Instead|Fortunately|Unfortunately|Then|So|And|Only|',
  String.raw`Except)\b`,
)

/** "Ilse Varga is a zither player", "He is professor of piano playing", "known as the last of her trade" */
const introducing = joinPattern(
  'u',
  String.raw`\b(?:is|was|are|were) (?:an?|the|one of|among|born|a native|professor|head)\b|\bis known\b|`,
  String.raw`\b(?:considered|regarded as|known as)\b`,
)

/** "One of the great pianists of the day is Ilse Varga." */
const inverted = /^(?:One of the|Among the|An?|The)\s[^.;]{10,120}\sis\s(?:the\s\p{Ll}+\s)?\p{Lu}\p{L}+\s\p{Lu}/u

/** "Ann and Will Hale are the Salt Parade", and the other way round. */
const members = /\bare\s(?:[Tt]he\s)?\p{Lu}\p{L}+\s\p{Lu}\p{L}+/u

/** "His assistant, a student named Pia, carries the candles." introduces another person. */
const ofAnother = /^["“‘(]*(?:His|Her|Their)\b/

const isIntroduction = (text: string): boolean =>
  !ofAnother.test(text) &&
  (introducing.test(text) || inverted.test(text) || members.test(text)) &&
  !aboutInterview.test(text) &&
  !aboutAppearance.test(text)

/** A run does not end on a question, on what others say, or before the words that it announces. */
const mayEnd = (text: string): boolean => !/[?:]["'”’»)\]]*$/.test(text) && !isHearsay(text)

export function buildRun(
  origin: Run['origin'],
  sentences: EvidenceSentence[],
  score: number,
  isArtistSpeaking: boolean,
  concernsArtist = true,
): Run {
  const text = sentences.map((sentence) => sentence.text).join(' ')
  return {
    origin,
    sentences,
    score,
    // "A spinet." is about what its question is about.
    factClass: classifyFact(origin.kind !== 'answer' ? text : `${origin.answer.question} ${text}`, isArtistSpeaking),
    introduces: !isArtistSpeaking && isIntroduction(sentences[0]?.text ?? ''),
    concernsArtist,
    year: findYear(text),
  }
}

/** Runs about the artist first, then by score. */
export const compareMerit = (a: Run, b: Run): number =>
  Number(b.concernsArtist) - Number(a.concernsArtist) || b.score - a.score

/** Where the run begins and ends in what it quotes. */
export const getStart = ({ sentences }: Run): number => sentences[0]?.parts[0]?.start ?? 0
export const getEnd = ({ sentences }: Run): number => sentences.at(-1)?.parts.at(-1)?.end ?? 0

/** UTF-16 code units. Runs that are less apart have only white space and a mark between them. */
export const adjacentCharsMax = 3

/** The revision of the answer or the source that a run quotes, as a citation names it. */
export function getEvidence({ origin }: Run): Pick<HashedCitation, 'kind' | 'id' | 'revision'> {
  const { kind } = origin
  return kind === 'answer'
    ? { kind, id: origin.answer.entryId, revision: origin.answer.revision }
    : { kind, id: origin.passage.sourceId, revision: origin.passage.revision }
}

/** Runs with one key are of the same voice in the same source. */
export function getVoiceKey({ origin }: Run): string {
  if (origin.kind === 'answer') return `answer ${origin.answer.entryId}`
  const { sourceId, block } = origin.passage
  return `${sourceId} ${block.speaker} ${block.name?.text ?? ''}`
}

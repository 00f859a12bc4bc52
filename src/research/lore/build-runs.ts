import type { TimeSliced } from '#src/text/time-slices.ts'
import { continuesAboutArtist, isAboutArtist, meansArtist } from './about-artist.ts'
import { beginsWithBackReference, hasUnresolvedPronoun, lacksPerson } from './anaphora.ts'
import {
  addressesInterviewer,
  beginsWithDefinite,
  followsNarration,
  isAgreement,
  isReply,
  mayBegin,
  mayBeginNarration,
  stripFiller,
} from './beginnings.ts'
import { extractTerms, mentionsSubject } from './boundaries.ts'
import type { LoreAnswer, LorePassage } from './evidence.ts'
import { findExcluded, type RunRules } from './exclusions.ts'
import { advises, speaksOfSelf } from './focus.ts'
import { isReferenced, listReferencedWindows } from './references.ts'
import { isRefusalToAnswer } from './refusal.ts'
import {
  buildRun,
  compareMerit,
  computeReach,
  type FoundRun,
  findBestRun,
  type RatedSentence,
  type Run,
} from './runs.ts'
import { isPassing, scoreSentence } from './score.ts'
import { type EvidenceSentence, isClean, isReadable, isSubstantial, omittedRest } from './sentence.ts'

/** UTF-16 code units of a run. */
const runCharsMax = 760
const runsPerBlockMax = 3

/** The cost of a sentence of another person, who is a stranger to the reader without a name. */
const namedPersonCost = 0.2
const unnamedPersonCost = 0.7
/** The cost of a general statement of the artist. */
const generalSentenceCost = 0.6

/** A shorter remark under a picture says no more than what the picture shows. */
const captionWordsMin = 9

/** Removes the words that say who another speaker is, where they speak of a subject of a boundary. */
function removeBoundedApposition(passage: LorePassage, { subjects, idf }: RunRules): LorePassage {
  const { name } = passage.block
  if (name?.withApposition === undefined || !mentionsSubject(subjects, extractTerms(name.withApposition), idf))
    return passage
  const { withApposition: _, ...rest } = name
  return { ...passage, block: { ...passage.block, name: rest } }
}

/** The runs of one passage, the best first. */
export function* buildPassageRuns(
  found: LorePassage,
  sentences: readonly EvidenceSentence[],
  rules: RunRules,
): TimeSliced<Run[]> {
  const passage = removeBoundedApposition(found, rules)
  const { speaker, followsArtist } = passage.block
  const isArtist = speaker === 'artist'
  const mayUse = (sentence: EvidenceSentence) => mayUseInSource(passage, sentence)
  const rated = yield* rateSentences(sentences, rules, mayUse, isArtist, followsArtist)
  for (const [at, one] of rated.entries()) {
    one.endsRunBefore =
      followsNarration(passage, sentences[at - 1], one.sentence) || (isArtist && isAgreement(one.sentence.text))
    one.lacksPerson = isArtist && lacksPerson(one.sentence.text)
  }
  for (const one of rated) {
    // Another voice is only quoted where it speaks of the artist, so all its sentences count as about the artist.
    one.concernsArtist = !isArtist || speaksOfSelf(one.sentence.text)
    one.isAdvice = !one.concernsArtist && advises(one.sentence.text)
    one.score =
      scoreSentence(one.sentence, passage.block, one.namesArtist) -
      (isArtist || speaker === 'writer' ? 0 : passage.block.name === null ? unnamedPersonCost : namedPersonCost) -
      (one.concernsArtist ? 0 : generalSentenceCost)
  }
  const windows = listReferencedWindows(passage, rules.references)
  const referenced = rated.flatMap(({ sentence }, at) => (isReferenced(sentence, windows) ? [at] : []))
  // Without a speaker's "I" a remark under a picture is about what the picture shows.
  if (isArtist && passage.isCaption)
    for (const one of rated)
      one.mayBegin &&=
        (one.sentence.isFirstPerson || one.namesArtist) &&
        one.sentence.words.length >= captionWordsMin &&
        !beginsWithDefinite(one.sentence.text)
  const reach = computeReach(sentences)
  const best = new Map<string, FoundRun>()
  const whole = { from: 0, to: sentences.length, needsName: !isArtist }
  const findIncluding = (mustInclude: number, charsMax: number): FoundRun | undefined =>
    findBestRun(rated, reach, { ...whole, charsMax, mustInclude }) ??
    // "In this hall I sang" may stand before a question about it, where nothing better does.
    findBestRun(rated.map(allowAfterQuestion), reach, { ...whole, needsName: false, charsMax, mustInclude })
  for (const at of referenced) {
    for (const charsMax of [runCharsMax, runCharsMax / 2, runCharsMax / 4]) {
      const one = findIncluding(at, charsMax)
      if (one !== undefined) best.set(`${one.first} ${one.last}`, one)
      yield
    }
  }
  const free = listGaps([...best.values()], sentences.length)
  for (let range = free.shift(); range !== undefined && best.size < runsPerBlockMax; range = free.shift()) {
    const one = findBestRun(rated, reach, { ...whole, ...range, charsMax: runCharsMax })
    if (one === undefined) continue
    best.set(`${one.first} ${one.last}`, one)
    free.push({ from: range.from, to: one.first }, { from: one.last + 1, to: range.to })
  }
  const origin = { kind: 'original', passage } as const
  return [...best.values()]
    .map(({ first, last, score, concernsArtist }) => {
      const own = sentences.slice(first, last + 1)
      return buildRun(origin, isArtist ? stripFiller(own) : own, score, isArtist, concernsArtist)
    })
    .toSorted(compareMerit)
}

/** "To obviate this difficulty" */
const earlyDemonstrative = /^[^.;:]{0,40}\b(?:this|these|those)\b/iu

const allowAfterQuestion = (one: RatedSentence): RatedSentence => ({ ...one, mayBegin: one.mayFollowQuestion })

/** What runs leave of a number of sentences. */
function listGaps(runs: readonly FoundRun[], count: number): { from: number; to: number }[] {
  let from = 0
  const gaps = runs
    .toSorted((a, b) => a.first - b.first)
    .map(({ first, last }) => {
      const gap = { from, to: first }
      from = Math.max(from, last + 1)
      return gap
    })
  return [...gaps, { from, to: count }].filter((gap) => gap.from < gap.to)
}

/** The first person of any other voice is never quoted, nor is a sentence that the text after the passage denies. */
function mayUseInSource({ block }: LorePassage, sentence: EvidenceSentence): boolean {
  const { speaker, deniedFrom } = block
  if (!isReadable(sentence) || sentence.isForeignSelf || addressesInterviewer(sentence.text)) return false
  if (speaker !== 'artist' && block.quoted.length === 0 && sentence.isFirstPerson) return false
  if (speaker !== 'artist' && /\byou(?:r|rs)?\b/iu.test(sentence.text) && block.quoted.length === 0) return false
  return deniedFrom === null || (sentence.parts.at(-1)?.end ?? 0) <= deniedFrom
}

/** The runs of one answer: the whole of it where that is allowed and fits, then its best run, and shorter ones. */
export function* buildAnswerRuns(
  answer: LoreAnswer,
  sentences: readonly EvidenceSentence[],
  rules: RunRules,
  charsMax: number,
): TimeSliced<Run[]> {
  const rated = yield* rateSentences(
    sentences,
    rules,
    (sentence) => isClean(sentence.text) && sentence.words.length > 0 && !isRefusalToAnswer(sentence.text),
    true,
  )
  for (const one of rated) one.score = scoreSentence(one.sentence, { speaker: 'artist' }, false) + 1
  // After its question an answer is quoted from its beginning; a long one may also be quoted from a later sentence.
  const [first] = rated
  const isKept = answer.answer.length <= charsMax || (first !== undefined && isReply(first.sentence.text))
  const beginsWhole = first?.isAllowed === true && isKept
  const ratedAfterQuestion: RatedSentence[] = rated.map((one, at) => ({
    ...one,
    mayBegin: at === 0 || (!beginsWhole && one.mayBegin),
  }))
  const reach = computeReach(sentences)
  const origin: Run['origin'] = { kind: 'answer', answer }
  const runs: Run[] = []
  if (answer.answer.length <= charsMax && rated.length > 0 && rated.every(({ isAllowed }) => isAllowed))
    runs.push(buildRun(origin, [...sentences], 0, true))
  const search = { from: 0, to: sentences.length, mayBeQuestion: true }
  for (const chars of [charsMax, charsMax / 2, charsMax / 4]) {
    const found = findBestRun(ratedAfterQuestion, reach, { ...search, charsMax: chars })
    if (found === undefined) continue
    runs.push(buildRun(origin, sentences.slice(found.first, found.last + 1), found.score, true))
  }
  if (runs.length === 0) {
    const found = findBestRun(ratedAfterQuestion, reach, { ...search, charsMax: wholeSentenceCharsMax })
    const run = found === undefined ? [] : sentences.slice(found.first, found.last + 1).slice(0, 1)
    const [only] = run
    if (found !== undefined && only !== undefined) runs.push(buildRun(origin, run, found.score, true))
    else runs.push(...cutRun(answer, ratedAfterQuestion, charsMax))
  }
  return runs.filter(
    (run, at) =>
      runs.findIndex(({ sentences: same }) => same[0] === run.sentences[0] && same.length === run.sentences.length) ===
      at,
  )
}

/** UTF-16 code units. A sentence up to this length is taken whole, also where many answers share the room. */
const wholeSentenceCharsMax = 400

/** The beginning of an answer that has no end within reach: as many whole words as there is room for. */
function cutRun(answer: LoreAnswer, [first]: readonly RatedSentence[], charsMax: number): Run[] {
  const [part] = first?.sentence.parts ?? []
  if (first === undefined || part === undefined || !first.isAllowed) return []
  const room = first.sentence.text.slice(0, charsMax)
  const text = /^[\s\S]*\S(?=\s\S*$)/u.exec(room)?.[0] ?? ''
  if (text === '' || first.sentence.text.length <= charsMax) return []
  const sentence: EvidenceSentence = {
    ...first.sentence,
    text,
    parts: [{ start: part.start, end: part.start + text.length }],
    missingEnd: omittedRest,
  }
  return [buildRun({ kind: 'answer', answer }, [sentence], first.score, true)]
}

function* rateSentences(
  sentences: readonly EvidenceSentence[],
  rules: RunRules,
  mayUse: (sentence: EvidenceSentence) => boolean,
  isArtist: boolean,
  followsArtist = false,
): TimeSliced<RatedSentence[]> {
  const isExcluded = yield* findExcluded(sentences, rules, isArtist)
  return sentences.map((sentence, at) => {
    const isPronoun =
      !isArtist && meansArtist(sentence, sentences[at - 1], rules.nameMatcher, at === 0 && followsArtist)
    const namesArtist = isPronoun || isAboutArtist(sentence.text, rules.nameMatcher)
    const isAllowed = !isExcluded[at] && mayUse(sentence) && !rules.precedingText.includes(sentence.text)
    return {
      sentence,
      isAllowed,
      mayBegin:
        (mayBegin(sentence, isArtist) || isPronoun) &&
        !isPassing(sentence.text) &&
        isSubstantial(sentence) &&
        (isArtist || mayBeginNarration(sentence.text, rules.nameMatcher)),
      score: 0,
      namesArtist,
      concernsArtist: true,
      isAdvice: false,
      endsRunBefore: false,
      lacksPerson: false,
      mayFollowQuestion:
        isPronoun ||
        (!beginsWithBackReference(sentence.text) &&
          !earlyDemonstrative.test(sentence.text) &&
          (isArtist
            ? !hasUnresolvedPronoun(sentence.text)
            : namesArtist || continuesAboutArtist(sentence, sentences[at - 1], rules.nameMatcher))),
    }
  })
}

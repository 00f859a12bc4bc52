import { isAboutArtist, meansArtist } from './about-artist.ts'
import {
  addressesAsker,
  agrees,
  beginsWithDefinite,
  isApart,
  isReply,
  mayBegin,
  mayOpen,
  withoutFilling,
} from './beginnings.ts'
import { extractTerms, mentionsSubject } from './boundaries.ts'
import { lacksPerson } from './dependence.ts'
import type { LoreAnswer, LorePassage } from './evidence.ts'
import { advises, speaksOfSelf } from './focus.ts'
import { findBarred, type RunRules } from './permitted.ts'
import { isCited, listCitedWindows } from './references.ts'
import { isRefusalToAnswer } from './refusal.ts'
import { buildRun, byMerit, computeReach, findBestRun, type RatedSentence, type Run } from './runs.ts'
import { isPassing, scoreSentence } from './score.ts'
import { cutEnd, type EvidenceSentence, isClean, isReadable, isSubstantial } from './sentence.ts'

/** UTF-16 code units of a run. */
const runCharsMax = 760
const runsPerBlockMax = 3

/** The cost of a sentence in which the artist speaks of what holds for all. */
const generalCost = 0.6

/** What a question cites belongs on the page beside its answer. */
const citedBonus = 1

const captionWordsMin = 9

/** The passage without who another speaker is, where that is a subject of a boundary. */
function withoutBounded(passage: LorePassage, { subjects, rarity }: RunRules): LorePassage {
  const { name } = passage.block
  if (name?.introduced === undefined || !mentionsSubject(subjects, extractTerms(name.introduced), rarity))
    return passage
  const { introduced: _, ...rest } = name
  return { ...passage, block: { ...passage.block, name: rest } }
}

/** The runs of one passage, the best first. */
export function* buildPassageRuns(
  found: LorePassage,
  sentences: readonly EvidenceSentence[],
  rules: RunRules,
): Generator<void, Run[]> {
  const passage = withoutBounded(found, rules)
  const { speaker } = passage.block
  const isArtist = speaker === 'artist'
  const { followsArtist } = passage.block
  const rated = yield* rate(sentences, rules, (sentence) => mayUseInSource(passage, sentence), isArtist, followsArtist)
  for (const [at, one] of rated.entries()) {
    one.startsRun = isApart(passage, sentences[at - 1], one.sentence) || (isArtist && agrees(one.sentence.text))
    one.lacksPerson = isArtist && lacksPerson(one.sentence.text)
  }
  for (const one of rated) {
    // A run of any other voice begins by naming the artist.
    one.concernsArtist = !isArtist || speaksOfSelf(one.sentence.text)
    one.isAdvice = !one.concernsArtist && advises(one.sentence.text)
    one.score =
      scoreSentence(one.sentence, passage.block, one.namesArtist) -
      (isArtist || speaker === 'writer' ? 0 : passage.block.name === null ? 0.7 : 0.2) -
      (one.concernsArtist ? 0 : generalCost)
  }
  const cited = listCitedWindows(passage, rules.references)
  for (const one of rated) {
    one.isCited = isCited(one.sentence, cited)
    if (one.isCited) one.score += citedBonus
  }
  // Without a speaker's "I" a remark under a picture is about what the picture shows.
  if (isArtist && passage.isCaption)
    for (const one of rated)
      one.mayBegin &&=
        (one.sentence.isFirstPerson || one.namesArtist) &&
        one.sentence.words.length >= captionWordsMin &&
        !beginsWithDefinite(one.sentence.text)
  const reach = computeReach(sentences)
  const runs: Run[] = []
  const free: [from: number, to: number, needsCited: boolean][] = [
    [0, sentences.length, rated.some((one) => one.isCited)],
  ]
  while (free.length > 0 && runs.length < runsPerBlockMax) {
    const [from, to, needsCited] = free.shift() ?? [0, 0, false]
    const found = findBestRun(rated, reach, { from, to, charsMax: runCharsMax, needsName: !isArtist, needsCited })
    if (found === undefined) {
      if (needsCited) free.push([from, to, false])
      continue
    }
    runs.push(
      buildRun(
        { kind: 'original', passage },
        isArtist
          ? withoutFilling(sentences.slice(found.first, found.last + 1))
          : sentences.slice(found.first, found.last + 1),
        found.score,
        isArtist,
        found.concernsArtist,
      ),
    )
    free.push([from, found.first, false], [found.last + 1, to, false])
  }
  return runs.toSorted(byMerit)
}

/** The first person of any other voice is never Lore, nor is what is revoked after the passage. */
function mayUseInSource({ block }: LorePassage, sentence: EvidenceSentence): boolean {
  const { speaker, deniedFrom } = block
  if (!isReadable(sentence) || sentence.isForeignSelf || addressesAsker(sentence.text)) return false
  if (speaker !== 'artist' && block.quoted.length === 0 && sentence.isFirstPerson) return false
  if (speaker !== 'artist' && /\byou(?:r|rs)?\b/iu.test(sentence.text) && block.quoted.length === 0) return false
  return deniedFrom === null || (sentence.parts.at(-1)?.end ?? 0) <= deniedFrom
}

/** What one answer offers: its best run with all that reads alone, and shorter ones where room is short. */
export function* buildAnswerRuns(
  answer: LoreAnswer,
  sentences: readonly EvidenceSentence[],
  rules: RunRules,
  charsMax: number,
): Generator<void, Run[]> {
  const rated = yield* rate(
    sentences,
    rules,
    (sentence) => isClean(sentence.text) && sentence.words.length > 0 && !isRefusalToAnswer(sentence.text),
    true,
  )
  for (const one of rated) one.score = scoreSentence(one.sentence, { speaker: 'artist' }, false) + 1
  // With its question before it, an answer begins at its beginning; a long one at any beginning of its own.
  const [opening] = rated
  const isKept = answer.answer.length <= charsMax || (opening !== undefined && isReply(opening.sentence.text))
  const beginsWhole = opening?.isAllowed === true && isKept
  const ratedAfterQuestion: RatedSentence[] = rated.map((one, at) => ({
    ...one,
    mayBegin: at === 0 || (!beginsWhole && one.mayBegin),
  }))
  const reach = computeReach(sentences)
  const of: Run['of'] = { kind: 'answer', answer }
  const runs: Run[] = []
  if (answer.answer.length <= charsMax && rated.length > 0 && rated.every(({ isAllowed }) => isAllowed))
    runs.push(buildRun(of, [...sentences], 0, true))
  for (const chars of [charsMax, charsMax / 2, charsMax / 4]) {
    const found = findBestRun(ratedAfterQuestion, reach, {
      from: 0,
      to: sentences.length,
      charsMax: chars,
      mayBeQuestion: true,
    })
    if (found === undefined) continue
    runs.push(buildRun(of, sentences.slice(found.first, found.last + 1), found.score, true))
  }
  if (runs.length === 0) {
    const found = findBestRun(ratedAfterQuestion, reach, {
      from: 0,
      to: sentences.length,
      charsMax: wholeChars,
      mayBeQuestion: true,
    })
    const run = found === undefined ? [] : sentences.slice(found.first, found.last + 1).slice(0, 1)
    const [only] = run
    if (found !== undefined && only !== undefined) runs.push(buildRun(of, run, found.score, true))
    else runs.push(...cutRun(answer, ratedAfterQuestion, charsMax))
  }
  return runs.filter(
    (run, at) =>
      runs.findIndex(({ sentences: same }) => same[0] === run.sentences[0] && same.length === run.sentences.length) ===
      at,
  )
}

/** UTF-16 code units. A sentence up to this length is taken whole, also where many answers share the room. */
const wholeChars = 400

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
    stop: cutEnd,
  }
  return [buildRun({ kind: 'answer', answer }, [sentence], first.score, true)]
}

function* rate(
  sentences: readonly EvidenceSentence[],
  rules: RunRules,
  mayUse: (sentence: EvidenceSentence) => boolean,
  isArtist: boolean,
  followsArtist = false,
): Generator<void, RatedSentence[]> {
  const barred = yield* findBarred(sentences, rules, isArtist)
  return sentences.map((sentence, at) => {
    const isPronoun = !isArtist && meansArtist(sentence, sentences[at - 1], rules.artistName, at === 0 && followsArtist)
    const namesArtist = isPronoun || isAboutArtist(sentence.text, rules.artistName)
    const isAllowed = !barred[at] && mayUse(sentence) && !rules.precedingText.includes(sentence.text)
    return {
      sentence,
      isAllowed,
      mayBegin:
        (mayBegin(sentence, isArtist) || isPronoun) &&
        !isPassing(sentence.text) &&
        isSubstantial(sentence) &&
        (isArtist || mayOpen(sentence.text, rules.artistName)),
      score: 0,
      namesArtist,
      concernsArtist: true,
      isAdvice: false,
      startsRun: false,
      isCited: false,
      lacksPerson: false,
    }
  })
}

import { goesOnAboutArtist, isAboutArtist, meansArtist } from './about-artist.ts'
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
import { hasLoosePronoun, lacksPerson, leansBack } from './dependence.ts'
import type { LoreAnswer, LorePassage } from './evidence.ts'
import { advises, speaksOfSelf } from './focus.ts'
import { findBarred, type RunRules } from './permitted.ts'
import { isCited, listCitedWindows } from './references.ts'
import { isRefusalToAnswer } from './refusal.ts'
import { buildRun, byMerit, computeReach, type FoundRun, findBestRun, type RatedSentence, type Run } from './runs.ts'
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
  const cited = rated.flatMap(({ sentence }, at) =>
    isCited(sentence, listCitedWindows(passage, rules.references)) ? [at] : [],
  )
  for (const at of cited) (rated[at] as RatedSentence).score += citedBonus
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
  const hold = (holding: number, charsMax: number): FoundRun | undefined =>
    findBestRun(rated, reach, { ...whole, charsMax, holding }) ??
    // "In this hall I sang" may stand before a question about it, where nothing better does.
    findBestRun(rated.map(afterQuestion), reach, { ...whole, needsName: false, charsMax, holding })
  for (const at of cited) {
    for (const charsMax of [runCharsMax, runCharsMax / 2, runCharsMax / 4]) {
      const one = hold(at, charsMax)
      if (one !== undefined) best.set(`${one.first} ${one.last}`, one)
      yield
    }
    // Where what is cited may not be quoted, what the artist says behind it stands beside the answer.
    const isHeld = [...best.values()].some(({ first, last }) => first <= at && at <= last)
    const beside = isArtist && !isHeld && at + 1 < rated.length ? hold(at + 1, runCharsMax) : undefined
    if (beside !== undefined) best.set(`${beside.first} ${beside.last}`, beside)
  }
  const free = listGaps([...best.values()], sentences.length)
  for (let range = free.shift(); range !== undefined && best.size < runsPerBlockMax; range = free.shift()) {
    const one = findBestRun(rated, reach, { ...whole, ...range, charsMax: runCharsMax })
    if (one === undefined) continue
    best.set(`${one.first} ${one.last}`, one)
    free.push({ from: range.from, to: one.first }, { from: one.last + 1, to: range.to })
  }
  const of = { kind: 'original', passage } as const
  return [...best.values()]
    .map(({ first, last, score, concernsArtist }) => {
      const own = sentences.slice(first, last + 1)
      return buildRun(of, isArtist ? withoutFilling(own) : own, score, isArtist, concernsArtist)
    })
    .toSorted(byMerit)
}

/** "To obviate this difficulty" */
const pointsEarly = /^[^.;:]{0,40}\b(?:this|these|those)\b/iu

const afterQuestion = (one: RatedSentence): RatedSentence => ({ ...one, mayBegin: one.mayFollowQuestion })

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
      lacksPerson: false,
      mayFollowQuestion:
        isPronoun ||
        (!leansBack(sentence.text) &&
          !pointsEarly.test(sentence.text) &&
          (isArtist
            ? !hasLoosePronoun(sentence.text)
            : namesArtist || goesOnAboutArtist(sentence, sentences[at - 1], rules.artistName))),
    }
  })
}

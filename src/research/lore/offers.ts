import { isAboutArtist, meansArtist } from './about-artist.ts'
import { addressesAsker, agrees, beginsWithDefinite, isApart, isReply, mayOpen } from './beginnings.ts'
import { extractTerms, mentionsSubject, type Subject } from './boundaries.ts'
import { type Claim, extractFacts, type Facts, repeatsClaim, repeatsWording } from './corrections.ts'
import { isNegated } from './denial.ts'
import { lacksPerson } from './dependence.ts'
import type { LoreAnswer, LorePassage } from './evidence.ts'
import { advises, speaksOfSelf } from './focus.ts'
import type { Rarity } from './rarity.ts'
import { isRefusalToAnswer, isSelfContained } from './reads-alone.ts'
import { buildRun, byMerit, computeReach, findBestRun, type RatedSentence, type Run } from './runs.ts'
import { scoreSentence } from './score.ts'
import { cutEnd, type EvidenceSentence, isClean, isReadable, isSubstantial } from './sentence.ts'
import type { ArtistName } from './speech/names.ts'

/** The rules that decide whether a sentence may be used. */
export type RunRules = {
  artistName: ArtistName
  factsOfArtist: ReadonlySet<string>
  subjects: readonly Subject[]
  claims: readonly Claim[]
  /** What the artist's own answers deny, which other voices may not claim. */
  denied: readonly Claim[]
  rarity: Rarity
  /** The text that this one continues. */
  precedingText: string
}

/** UTF-16 code units of a run. */
const runCharsMax = 760
const runsPerBlockMax = 3

/** The cost of a sentence in which the artist speaks of what holds for all. */
const generalCost = 0.6

const captionWordsMin = 9

/** The runs of one passage, the best first. */
export function* buildPassageRuns(
  passage: LorePassage,
  sentences: readonly EvidenceSentence[],
  rules: RunRules,
): Generator<void, Run[]> {
  const { speaker } = passage.block
  const isArtist = speaker === 'artist'
  const { followsArtist } = passage.block
  const rated = yield* rate(sentences, rules, (sentence) => mayUseInSource(passage, sentence), isArtist, followsArtist)
  for (const [at, one] of rated.entries()) {
    one.isApart = isApart(passage, sentences[at - 1], one.sentence) || (isArtist && agrees(one.sentence.text))
    one.lacksPerson = isArtist && lacksPerson(one.sentence.text)
  }
  for (const one of rated) {
    // A run of any other voice begins by naming the artist.
    one.concernsArtist = !isArtist || speaksOfSelf(one.sentence.text)
    one.isAdvice = !one.concernsArtist && advises(one.sentence.text)
    one.score =
      scoreSentence(one.sentence, passage.block, one.namesArtist) -
      (speaker === 'other' || speaker === 'unknown' ? 0.2 : 0) -
      (one.concernsArtist ? 0 : generalCost)
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
  const free: [number, number][] = [[0, sentences.length]]
  while (free.length > 0 && runs.length < runsPerBlockMax) {
    const [from, to] = free.shift() ?? [0, 0]
    const found = findBestRun(rated, reach, { from, to, charsMax: runCharsMax, needsName: !isArtist })
    if (found === undefined) continue
    runs.push(
      buildRun(
        { kind: 'original', passage },
        sentences.slice(found.first, found.last + 1),
        found.score,
        true,
        isArtist,
        found.concernsArtist,
      ),
    )
    free.push([from, found.first], [found.last + 1, to])
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
  // With its question before it, an answer may begin at any beginning of its own.
  const startsWithReply = rated[0]?.isAllowed === true && isReply(rated[0].sentence.text)
  const ratedAfterQuestion: RatedSentence[] = rated.map((one, at) => ({
    ...one,
    mayBegin: at === 0 || (!startsWithReply && one.mayBegin),
  }))
  const reach = computeReach(sentences)
  const runs: Run[] = []
  for (const chars of [charsMax, charsMax / 2, charsMax / 4]) {
    const found = findBestRun(ratedAfterQuestion, reach, {
      from: 0,
      to: sentences.length,
      charsMax: chars,
      mayBeQuestion: true,
    })
    if (found === undefined) continue
    const run = sentences.slice(found.first, found.last + 1)
    runs.push(buildRun({ kind: 'answer', answer }, run, found.score, isSelfContained(run, answer.question), true))
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
    if (found !== undefined && only !== undefined)
      runs.push(buildRun({ kind: 'answer', answer }, run, found.score, false, true))
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
  return [buildRun({ kind: 'answer', answer }, [sentence], first.score, false, true)]
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
      mayBegin: (!sentence.needs || isPronoun) && isSubstantial(sentence) && (isArtist || mayOpen(sentence.text)),
      score: 0,
      namesArtist,
      concernsArtist: true,
      isAdvice: false,
      isApart: false,
      lacksPerson: false,
    }
  })
}

/**
 * Which sentences speak of a bounded subject or repeat what is wrong, over neighbours that depend on each other: after
 * "My brother drummed", "He died young" has no name and still speaks of the subject.
 */
function* findBarred(
  sentences: readonly EvidenceSentence[],
  rules: RunRules,
  isArtist: boolean,
): Generator<void, boolean[]> {
  const { subjects, claims, denied, rarity, factsOfArtist } = rules
  if (subjects.length + claims.length + denied.length === 0) return sentences.map(() => false)
  const facts = sentences.map(({ text, words }) => extractFacts(text, words, factsOfArtist))
  const terms = subjects.length === 0 ? [] : sentences.map(({ text }) => extractTerms(text))
  const isBarred: boolean[] = []
  const bounded: boolean[] = []
  for (const [at, sentence] of sentences.entries()) {
    // Each is compared with every claim: 250 sentences and 1,500 claims take a tenth of a second.
    if (at % comparedAtOnce === comparedAtOnce - 1) yield
    const own = facts[at] ?? noFacts
    const before = sentence.needs ? (facts[at - 1] ?? noFacts) : noFacts
    const both = { stems: own.stems.union(before.stems), words: [...before.words, ...own.words] }
    const repeatsAny = (of: readonly Claim[]) =>
      repeatsClaim(own, of, rarity) || (adds(own, before, of) && repeatsClaim(both, of, rarity))
    const mayDeny = isArtist && isNegated(sentence.text)
    const isWrong =
      repeatsWording(own, claims) ||
      (!mayDeny && repeatsAny(claims)) ||
      (!isNegated(sentence.text) && repeatsAny(denied))
    const isBounded =
      (terms[at] !== undefined && mentionsSubject(subjects, terms[at], rarity)) ||
      (bounded[at - 1] === true && sentence.needs)
    // "She recorded it" may follow what is wrong about her; "he died young" may not follow whom a boundary means.
    const leansOnWrong =
      isBarred[at - 1] === true && sentence.needs && !meansArtist(sentence, sentences[at - 1], rules.artistName)
    isBarred[at] = isWrong || leansOnWrong
    bounded[at] = isBounded
  }
  return sentences.map((_, at) => isBarred[at] === true || bounded[at] === true)
}

/** Sentences that are compared between two yields. */
const comparedAtOnce = 16

const noFacts: Facts = { stems: new Set(), words: [] }

/** Whether the sentence itself says something of what is wrong, and not only the one before it. */
const adds = (own: Facts, before: Facts, claims: readonly Claim[]): boolean =>
  before.stems.size > 0 && claims.some(({ stems }) => stems.intersection(own.stems).difference(before.stems).size > 0)

import { fold } from '#src/text/fold.ts'
import { asWords, beforeWords } from '#src/text/languages.ts'
import { findSentencesInSlices } from '#src/text/sentences.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'
import { everydayStems, normalizeStem } from './subjects.ts'
import { isIdeographic, isNegated, listWords, listWordsInSlices, type Word } from './words.ts'

/** What an artist says is wrong, and what is right; null drops the claim. */
export type Correction = { id: string; claim: string; correction: string | null }

/**
 * One sentence that is wrong. `replaced`: its words that the correction does not keep; `replacing`: what the correction
 * has instead.
 */
export type Claim = {
  correctionId: string
  correction: string | null
  wording: string
  stems: ReadonlySet<string>
  replaced: ReadonlySet<string>
  replacing: ReadonlySet<string>
  isNegated: boolean
}

type ClaimTerms = { wording: string; stems: ReadonlySet<string>; isNegated: boolean }

/** What a text of these words says, as claims compare it, without the artist's name. */
export function extractClaimTerms(text: string, name: ReadonlySet<string>, words: readonly Word[]): ClaimTerms {
  const stems = new Set(words.map(({ stem }) => normalizeStem(stem)).filter((stem) => !name.has(stem)))
  return { wording: normalizeWording(text), stems, isNegated: isNegated(text) }
}

const normalizeWording = (text: string) =>
  fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export const listNameStems = (artistName: string): ReadonlySet<string> =>
  new Set(listWords(artistName).map(({ stem }) => normalizeStem(stem)))

/** What a correction says is wrong, each sentence once. */
export function* parseClaims({ id, claim, correction }: Correction, name: ReadonlySet<string>): TimeSliced<Claim[]> {
  const right = extractClaimTerms(correction ?? '', name, yield* listWordsInSlices(correction ?? '')).stems
  const claims = new Map<string, Claim>()
  for (const { start, end } of yield* findSentencesInSlices(claim)) {
    const sentence = claim.slice(start, end)
    const terms = extractClaimTerms(sentence, name, yield* listWordsInSlices(sentence))
    const replaced = correction === null ? new Set<string>() : terms.stems.difference(right).difference(everydayStems)
    const replacing = right.difference(terms.stems)
    if (terms.wording !== '') claims.set(terms.wording, { ...terms, correctionId: id, correction, replaced, replacing })
  }
  return [...claims.values()]
}

/** UTF-16 code units of a claim that is recognised inside a longer sentence; a shorter one is the whole of it. */
const wordingCharsMin = 20
/** Of the words of a claim, those that a sentence has that repeats it. */
const shareMin = 0.75
/** Words of a claim from which on one of four may be missing. */
const longClaimStems = 4

/**
 * The first claim that a text repeats: word for word, or with enough of its words, what is wrong among them, and no
 * more of what is right. Words are compared, so it holds in any language. Yields between claims.
 */
export function* findClaim(text: ClaimTerms, claims: readonly Claim[]): TimeSliced<Claim | undefined> {
  for (const claim of claims) {
    if (repeatsWording(text, claim) || repeatsMeaning(text, claim)) return claim
    yield
  }
  return undefined
}

function repeatsWording({ wording, stems }: ClaimTerms, claim: Claim): boolean {
  const isRepeated = claim.wording.length < wordingCharsMin ? wording === claim.wording : holds(wording, claim.wording)
  return isRepeated && (claim.replacing.size === 0 || !claim.replacing.isSubsetOf(stems))
}

const holds = (wording: string, claim: string) =>
  isIdeographic(claim) ? wording.includes(claim) : ` ${wording} `.includes(` ${claim} `)

function repeatsMeaning({ stems, isNegated: isDenial }: ClaimTerms, claim: Claim): boolean {
  const { size } = claim.stems
  if (isDenial !== claim.isNegated || (size === 1 && claim.stems.isSubsetOf(everydayStems))) return false
  const shared = claim.stems.intersection(stems).size
  const kept = claim.stems.difference(claim.replaced).difference(everydayStems)
  const hasKept = kept.intersection(stems).size >= kept.size / 2
  const isReplaced = claim.replaced.size > 0 && claim.replaced.isSubsetOf(stems) && kept.size > 0
  const least = size < longClaimStems ? size : Math.ceil(shareMin * size)
  if (size === 0 || !hasKept || (shared < least && !isReplaced)) return false
  // A sentence with all that is wrong left out repeats nothing wrong.
  if (claim.replaced.size > 0 && claim.replaced.isDisjointFrom(stems)) return false
  return claim.replacing.intersection(stems).size <= claim.replaced.intersection(stems).size
}

const denial = new RegExp(
  [
    `${beforeWords}(?:(?:no|nein|non)[,.;!—-]|(?:wrong|unsinn|quatsch|falso|faux)[.!]|いいえ|違い?ます|違う)`,
    beforeWords + asWords('not at all', 'nonsense', 'ganz und gar nicht', 'en absoluto', 'nada de eso', 'pas du tout'),
    asWords(
      String.raw`(?:that|this|it|the (?:story|report|claim|rumou?r|legend))(?![\p{L}\p{N}])[^.;]{0,40}(?<![\p{L}\p{N}])(?:not true|not so|never happened|untrue|false|wrong|invented|made up|nonsense|a (?:myth|legend|lie|mistake|misunderstanding|rumou?r))`,
      "(?:that|this|it) (?:is|was|did) ?(?:not|n't)(?: so| true| right| the case| correct| happen)",
      "(?:isn't|wasn't) (?:true|so|right)|didn't happen",
      '(?:das|dies|es) (?:ist|war|stimmt) (?:so )?(?:nicht|falsch|erfunden|unwahr|gelogen)',
      'no es (?:verdad|cierto)|es (?:falso|mentira)',
      "ce n'est pas (?:vrai|exact)|c'est (?:faux|inexact)",
      'non è vero|è falso',
    ),
    '(?:事実|本当)(?:ではない|ではありません|じゃない)|嘘だ|嘘です',
  ].join('|'),
  'iu',
)

/** Whether a sentence denies the one before it. */
export const isDenial = (sentence: string): boolean => denial.test(sentence.replaceAll('’', "'"))

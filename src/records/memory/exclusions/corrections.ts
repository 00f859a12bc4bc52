import { fold } from '#src/text/fold.ts'
import { findSentences } from '#src/text/sentences.ts'
import { everydayStems, normalizeStem } from './subjects.ts'
import { isIdeographic, isNegated, listWords } from './words.ts'

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

export type ClaimTerms = { wording: string; stems: ReadonlySet<string>; isNegated: boolean }

/** What a text says, as claims compare it, without the artist's name. */
export function extractClaimTerms(text: string, name: ReadonlySet<string>): ClaimTerms {
  const words = listWords(text)
  const stems = new Set(words.map(({ stem }) => normalizeStem(stem)).filter((stem) => !name.has(stem)))
  // "Sixty-two" is 62.
  for (const [at, { stem }] of words.entries()) {
    const [ten, unit] = [normalizeStem(stem), normalizeStem(words[at + 1]?.stem ?? '')]
    if (/^[2-9]0$/.test(ten) && /^[1-9]$/.test(unit)) stems.add(`${Number(ten) + Number(unit)}`)
  }
  return { wording: normalizeWording(text), stems, isNegated: isNegated(text) }
}

const normalizeWording = (text: string) =>
  fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export const listNameStems = (artistName: string): ReadonlySet<string> =>
  new Set(listWords(artistName).map(({ stem }) => normalizeStem(stem)))

/** What corrections say is wrong, sentence by sentence. */
export function parseClaims(corrections: readonly Correction[], artistName: string): Claim[] {
  const name = listNameStems(artistName)
  return corrections.flatMap(({ id, claim, correction }) => {
    const right = extractClaimTerms(correction ?? '', name).stems
    return findSentences(claim).flatMap(({ start, end }): Claim[] => {
      const { wording, stems, isNegated: isDenial } = extractClaimTerms(claim.slice(start, end), name)
      return wording === ''
        ? []
        : [
            {
              correctionId: id,
              correction,
              wording,
              stems,
              replaced: correction === null ? new Set() : stems.difference(right),
              replacing: right.difference(stems),
              isNegated: isDenial,
            },
          ]
    })
  })
}

/** UTF-16 code units of a claim that is recognised inside a longer sentence; a shorter one is the whole of it. */
const wordingCharsMin = 20
/** Of the words of a claim, those that a sentence has that repeats it. */
const shareMin = 0.75
/** Words of a claim from which on one of four may be missing. */
const longClaimStems = 4

/**
 * The first claim that a text repeats: word for word, or with enough of its words, what is wrong among them, and no
 * more of what is right. Words are compared, so it holds in any language.
 */
export const findClaim = (text: ClaimTerms, claims: readonly Claim[]): Claim | undefined =>
  claims.find((claim) => repeatsWording(text, claim) || repeatsMeaning(text, claim))

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

/** Words of a denied statement, beside everyday ones, without which it says too little to be recognised. */
const deniedStemsMin = 2

/**
 * What answers deny ("I never studied in Vienna"), as claims that no source may make elsewhere. Only the clause with
 * the negation is denied: "I was never a prodigy, whatever they say; I came to New York at nine".
 */
export function listDenied(answers: readonly { entryId: string; answer: string }[], artistName: string): Claim[] {
  const name = listNameStems(artistName)
  return answers.flatMap(({ entryId, answer }) =>
    findSentences(answer)
      .flatMap(({ start, end }) => answer.slice(start, end).split(/[,;:—–、。]\s*/u))
      .filter(isNegated)
      .map((clause) => ({ ...extractClaimTerms(clause, name), correctionId: entryId }))
      .filter(({ stems }) => [...stems].filter((stem) => !everydayStems.has(stem)).length >= deniedStemsMin)
      .map((claim) => ({ ...claim, correction: null, replaced: new Set(), replacing: new Set(), isNegated: false })),
  )
}

const denial = new RegExp(
  [
    String.raw`^\W*(?:no[,.;!—-]|not at all\b|nonsense\b|wrong[.!])`,
    String.raw`\b(?:that|this|it|the (?:story|report|claim|rumou?r|legend))\b[^.;]{0,40}\b(?:not true|not so|never happened|untrue|false|wrong|invented|made up|nonsense|a (?:myth|legend|lie|mistake|misunderstanding|rumou?r))\b`,
    String.raw`\b(?:that|this|it) (?:is|was|did) ?(?:not|n't)(?: so| true| right| the case| correct| happen)\b`,
    String.raw`\b(?:isn't|wasn't) (?:true|so|right)\b|\bdidn't happen\b`,
    String.raw`\b(?:das|dies|es) (?:ist|war|stimmt) (?:so )?(?:nicht|falsch|erfunden|unwahr)\b`,
    String.raw`\b(?:eso|esto)? ?(?:no es (?:verdad|cierto)|es falso|es mentira)\b`,
    String.raw`\b(?:ce n'est pas (?:vrai|exact)|c'est faux|c'est inexact)`,
    String.raw`\b(?:non è vero|è falso)`,
    '(?:それは|これは)?(?:事実ではない|嘘だ|本当ではない|事実ではありません)',
  ].join('|'),
  'iu',
)

/** Whether a sentence denies the one before it. */
export const isDenial = (sentence: string): boolean => denial.test(sentence.replaceAll('’', "'"))

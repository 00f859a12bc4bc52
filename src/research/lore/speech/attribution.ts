import { joinPattern } from '../pattern.ts'
import { musicians } from '../professions.ts'
import { stopWords } from '../stop-words.ts'
import { findMentions, type NameMatcher } from './names.ts'

/**
 * Who is said to speak. `pronoun`: "she"; `role`: "the pianist". The offsets of a name count in the tag: the reporting
 * clause that a narrator puts before, after or inside a quotation ("said Varga").
 */
export type Attribution = {
  party: 'artist' | 'other' | 'pronoun' | 'role'
  name: { start: number; end: number } | null
}

const verbs =
  'says|said|tells|told|asks|asked|answers|answered|replies|replied|explains|explained|continues|' +
  'continued|adds|added|' +
  'begins|began|goes on|went on|recalls|recalled|remembers|remembered|admits|admitted|declares|' +
  'declared|remarks|remarked|' +
  'observes|observed|notes|noted|insists|insisted|smiles|smiled|laughs|laughed|grins|grinned|writes|' +
  'wrote|confesses|confessed|thinks|' +
  'objects|objected|exclaims|exclaimed|cries|cried|states|stated|comments|commented|reflects|reflected|concludes|' +
  'concluded|testifies|testified|suggests|suggested|urges|urged|jokes|joked|shrugs|shrugged|muses|' +
  'mused|agrees|agreed|' +
  'relates|related|murmurs|murmured|whispers|whispered|inquires|inquired|speaks|spoke|offers|offered|sighs|sighed|' +
  'protests|protested|warns|warned|believes|believed|deadpans|quips|quipped|nods|nodded|counters|' +
  'countered|argues|argued|has said|puts it|volunteers|volunteered|demands|demanded|wonders|' +
  'wondered'
/** Stands for each character of a verb of saying in a masked tag. */
const mark = '\uE000'
const saying = `${mark}+`
const word = String.raw`[\p{Ll}${mark}-]+`

/**
 * The tag with each verb of saying masked at its length. V8 compiles the continuation of an optional group several
 * times: patterns that repeat the list of verbs take 100 ms of a process's first tag, and with a mark 10.
 */
const maskVerbs = (tag: string, verb: RegExp): string => tag.replace(verb, (found) => mark.repeat(found.length))
const verb = new RegExp(String.raw`\b(?:${verbs})\b`, 'gu')
const verbInAnyCase = new RegExp(verb.source, 'giu')

const roleNouns = `${musicians}|artist|player|performer|frontman|frontwoman|bandleader|master|speaker|virtuoso|maestro|instrumentalist|professor`
const adverb = String.raw`(?:\p{Ll}+ly\s+|has\s+|had\s+|then\s+|also\s+|once\s+|later\s+)?`

const passive = /\b(?:he|she|they|\p{Lu}\p{L}+)\s+(?:was|is|were)\s+(?:asked|urged|told|reminded)\b/u
const interviewer = joinPattern(
  'u',
  String.raw`\b(?:I|we)\s+${adverb}${saying}|${saying}\s+I\b|\bI\s+(?:ventured|put in)\b|`,
  String.raw`\bquestioned\b.{0,20}\bI\b`,
)
const pronounSays = new RegExp(
  String.raw`\b(?:he|she|they)\s+${adverb}(?:\p{Ll}+\s+)?${saying}|${saying}\s+(?:he|she|they)\b`,
  'iu',
)
const roleSays = joinPattern(
  'iu',
  String.raw`${saying}\s+(?:the|our)\s+(?:${word}\s+){0,4}(?:${roleNouns})\b|`,
  String.raw`\bthe\s+(?:${word}\s+){0,3}(?:${roleNouns})\s+${adverb}${saying}`,
)
const somebodySays = joinPattern(
  'iu',
  String.raw`${saying}\s+(?:an?|his|her|their|my|one|the|some)\s+${word}|\b(?:an?|his|her|their|my|`,
  String.raw`one|some|the)\s+(?:${word}\s+){1,3}${adverb}${saying}`,
)

/** The abbreviations after which a full stop ends no sentence of a narrator. */
const abbreviation = String.raw`\b(?:Mr|Mrs|Ms|Mme|M|Dr|St|Frl|\p{Lu})`
const sentenceEnd = new RegExp(String.raw`(?<!${abbreviation})[.!?]\s+`, 'gu')
const firstClause = new RegExp(String.raw`^[^.;:!?]*(?:(?<=${abbreviation})\.[^.;:!?]*)*`, 'u')

/** Where the last sentence of a narrator's words begins; "Mr." ends none. */
export const findLastSentenceStart = (text: string): number =>
  Math.max(0, ...[...text.matchAll(sentenceEnd)].map(({ index, 0: mark }) => index + mark.length))

/** A narrator's words up to the first mark that divides them; "Mr." does not. */
export const readFirstClause = (text: string): string => firstClause.exec(text)?.[0] ?? ''

export const hasSpeechVerb = (text: string): boolean => text.search(verb) >= 0

/**
 * Whom a tag beside a quotation names as its speaker: `said Varga`, `she says`, `Speaking of his teacher, Mr. Hale
 * said:`. The tag is the narrator's words directly before or after the quotation. Undefined where there is no name.
 */
export function findAttribution(tag: string, nameMatcher: NameMatcher): Attribution | undefined {
  const masked = maskVerbs(tag, verb)
  if (passive.test(tag) || interviewer.test(masked)) return { party: 'other', name: null }
  const named = findNameBesideVerb(tag, masked, nameMatcher)
  if (named !== undefined) return named
  const maskedInAnyCase = maskVerbs(tag, verbInAnyCase)
  if (pronounSays.test(maskedInAnyCase)) return { party: 'pronoun', name: null }
  if (roleSays.test(maskedInAnyCase)) return { party: 'role', name: null }
  return somebodySays.test(maskedInAnyCase) ? { party: 'other', name: null } : undefined
}

/** A person spoken of or spoken to is not the speaker. */
const object = String.raw`(?:of|about|to|with|for|in|at|by|on|from)\s`

const verbBefore = new RegExp(
  String.raw`${saying},?\s+(?:(?:the|old|young|her|his|their|our)\s+)?(?:(?!${object})${word}\s+){0,3}$`,
  'u',
)
const sourceBefore = /\b(?:given(?: \p{Ll}+)? by|according to|words of|told by)\s$/u
/** "Mr. Stojowski, when questioned in regard to his work, said:" */
const verbAfter = joinPattern(
  'u',
  String.raw`^(?:,[^,.]{1,60},|\s+who\s[^,.]{1,40},|,)?\s+${adverb}${saying}|`,
  String.raw`^,[^.:]{1,80},\s+${adverb}${saying}[^.]*[:,]\s*$`,
)

function findNameBesideVerb(tag: string, masked: string, nameMatcher: NameMatcher): Attribution | undefined {
  const names = [...findMentions(tag, nameMatcher), ...listSingleNames(masked, nameMatcher)]
  for (const { start, end, isArtist } of names) {
    const isSource = sourceBefore.test(tag.slice(0, start))
    if (!isSource && !verbBefore.test(masked.slice(0, start)) && !verbAfter.test(masked.slice(end))) continue
    return { party: isArtist ? 'artist' : 'other', name: isArtist ? null : { start, end } }
  }
  return undefined
}

const singleName = new RegExp(
  String.raw`${saying}\s+(\p{Lu}[\p{L}'’-]+)|(?:^|[\s,])(\p{Lu}[\p{L}'’-]+)\s+${adverb}${saying}`,
  'gu',
)

/** One capitalised word directly beside a verb of saying: "says Hale". */
function listSingleNames(masked: string, nameMatcher: NameMatcher) {
  return [...masked.matchAll(singleName)].flatMap((match) => {
    const name = match[1] ?? match[2] ?? ''
    if (stopWords.has(name.toLowerCase()) || /^(?:Thus|Meanwhile|Afterwards?)$/.test(name)) return []
    const start = match.index + match[0].indexOf(name)
    return findMentions(name, nameMatcher).length > 0 ? [] : [{ start, end: start + name.length, isArtist: false }]
  })
}

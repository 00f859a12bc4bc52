import { pattern } from '../pattern.ts'
import { stopWords } from '../stop-words.ts'
import { type ArtistName, findMentions } from './names.ts'

/**
 * Who is said to speak; `passive`: the artist is asked, so the words are another person's. Offsets count in the tag.
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
const saying = `(?:${verbs})`
const roleNouns =
  'artist|musician|singer|composer|pianist|guitarist|drummer|songwriter|producer|player|rapper|' +
  'violinist|cellist|harpist|organist|' +
  'performer|vocalist|frontman|frontwoman|bandleader|master|speaker|virtuoso|maestro|instrumentalist|' +
  'saxophonist|trumpeter|' +
  'flautist|bassist|conductor|professor|fiddler|accordionist'
const adverb = String.raw`(?:\p{Ll}+ly\s+|has\s+|had\s+|then\s+|also\s+|once\s+|later\s+)?`

const passive = /\b(?:he|she|they|\p{Lu}\p{L}+)\s+(?:was|is|were)\s+(?:asked|urged|told|reminded)\b/u
const interviewer = pattern(
  'u',
  String.raw`\b(?:I|we)\s+${adverb}${saying}\b|\b${saying}\s+I\b|\bI\s+(?:inquired|ventured|put in)\b|`,
  String.raw`\bquestioned\b.{0,20}\bI\b`,
)
const pronounSays = new RegExp(
  String.raw`\b(?:he|she|they)\s+${adverb}(?:\p{Ll}+\s+)?${saying}\b|\b${saying}\s+(?:he|she|they)\b`,
  'iu',
)
const roleSays = pattern(
  'iu',
  String.raw`\b${saying}\s+(?:the|our)\s+(?:[\p{Ll}-]+\s+){0,4}(?:${roleNouns})\b|`,
  String.raw`\bthe\s+(?:[\p{Ll}-]+\s+){0,3}(?:${roleNouns})\s+${adverb}${saying}\b`,
)
const somebodySays = pattern(
  'iu',
  String.raw`\b${saying}\s+(?:an?|his|her|their|my|one|the|some)\s+\p{Ll}+|\b(?:an?|his|her|their|my|`,
  String.raw`one|some|the)\s+(?:\p{Ll}+\s+){1,3}${adverb}${saying}\b`,
)

const speechVerb = new RegExp(String.raw`\b${saying}\b`, 'u')
export const hasSpeechVerb = (text: string): boolean => speechVerb.test(text)

/**
 * Whom a tag beside a quotation names as its speaker: `said Varga`, `she says`, `Speaking of his teacher, Mr. Hale
 * said:`. The tag is the narrator's words directly before or behind the quotation. Undefined where there is no name.
 */
export function findAttribution(tag: string, artistName: ArtistName): Attribution | undefined {
  if (passive.test(tag) || interviewer.test(tag)) return { party: 'other', name: null }
  const named = findNameBesideVerb(tag, artistName)
  if (named !== undefined) return named
  if (pronounSays.test(tag)) return { party: 'pronoun', name: null }
  if (roleSays.test(tag)) return { party: 'role', name: null }
  return somebodySays.test(tag) ? { party: 'other', name: null } : undefined
}

/** A person spoken of or spoken to is not the speaker. */
const object = String.raw`(?:of|about|to|with|for|in|at|by|on|from)\s`

const verbBefore = pattern(
  'u',
  String.raw`\b${saying},?\s+(?:(?:the|old|young|her|his|their|our)\s+)?(?:(?!${object})[\p{Ll}-]+\s+){0,3}$|`,
  String.raw`\b(?:given(?: \p{Ll}+)? by|according to|words of|told by|writes)\s$`,
)
/** "Mr. Stojowski, when questioned in regard to his work, said:" */
const verbBehind = pattern(
  'u',
  String.raw`^(?:,[^,.]{1,60},|\s+who\s[^,.]{1,40},|,)?\s+${adverb}${saying}\b|`,
  String.raw`^,[^.:]{1,80},\s+${adverb}${saying}\b[^.]*[:,]\s*$`,
)

function findNameBesideVerb(tag: string, artistName: ArtistName): Attribution | undefined {
  const names = [...findMentions(tag, artistName), ...listSingleNames(tag, artistName)]
  for (const { start, end, isArtist } of names) {
    if (!verbBefore.test(tag.slice(0, start)) && !verbBehind.test(tag.slice(end))) continue
    return { party: isArtist ? 'artist' : 'other', name: isArtist ? null : { start, end } }
  }
  return undefined
}

const singleName = new RegExp(
  String.raw`\b${saying}\s+(\p{Lu}[\p{L}'’-]+)|(?:^|[\s,])(\p{Lu}[\p{L}'’-]+)\s+${adverb}${saying}\b`,
  'gu',
)

/** One capitalised word directly beside a verb of saying: "says Hale". */
function listSingleNames(tag: string, artistName: ArtistName) {
  return [...tag.matchAll(singleName)].flatMap((match) => {
    const name = match[1] ?? match[2] ?? ''
    if (stopWords.has(name.toLowerCase()) || /^(?:Thus|Meanwhile|Afterwards?)$/.test(name)) return []
    const start = match.index + match[0].indexOf(name)
    return findMentions(name, artistName).length > 0 ? [] : [{ start, end: start + name.length, isArtist: false }]
  })
}

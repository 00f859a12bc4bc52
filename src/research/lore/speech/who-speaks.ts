import { findSentences } from '#src/text/sentences.ts'
import { joinPattern } from '../pattern.ts'
import { musicians } from '../professions.ts'
import { type Attribution, findAttribution, findLastSentenceStart } from './attribution.ts'
import { artist, type Conversation, other, unknown, type Voice } from './conversation.ts'
import { type ArtistName, findMentions } from './names.ts'

/** Words beside a person, and not beside a place or a work. */
const beforePerson = joinPattern(
  'u',
  String.raw`(?:\b(?:${musicians}|engineer|critic|writer|manager|`,
  'brother|sister|mother|father|friend|teacher|wife|husband|',
  String.raw`partner|bandmate|neighbour|neighbor|cousin|uncle|aunt|son|daughter|named|called|with|by|and)\s)$`,
)
const afterPerson = /^(?:['’]s\s(?:pupil|student|brother|sister|band)|,\s(?:who|her|his|their|the|a|an|then)\b)/u

const associates =
  `${musicians}|mother|father|mum|dad|brother|sister|aunt|uncle|cousin|grandmother|grandfather|son|daughter|wife|` +
  'husband|partner|teacher|manager|engineer|friend|pupil|student|neighbour|neighbor|assistant|apprentice|agent|' +
  'colleague|companion|doctor|landlady|landlord|tuner|luthier|publisher|editor|biographer|promoter|boss|master|' +
  'professor|accompanist|secretary|driver|housekeeper|nurse|girlfriend|boyfriend|bandmate|collaborator|librettist|' +
  'stepfather|stepmother'
/** "Her mother, a nurse, was against it": who is meant has no name. */
const associateFirst = new RegExp(String.raw`^["“‘(]*(?:His|Her|Their)\s(?:[\p{Ll}-]+\s){0,2}(?:${associates})\b`, 'u')
/** "Varga's mother". */
const associateAfter = new RegExp(String.raw`^(?:\s[\p{Ll}-]+){0,2}\s(?:${associates})\b`, 'u')

/**
 * Remembers whom the narrator names, for the pronouns that follow: they mean the first who is named in a sentence, its
 * subject.
 */
export function recordPersons(narration: string, artistName: ArtistName, conversation: Conversation): void {
  for (const { start, end } of findSentences(narration)) {
    const sentence = narration.slice(start, end)
    const named = listPersons(sentence, artistName)
    for (const party of named) conversation.since[party] = true
    conversation.isArtistNamed ||= named.includes('artist')
    const [subject] = associateFirst.test(sentence) ? (['other'] as const) : named
    if (subject === 'other') conversation.since.other = true
    conversation.person = subject ?? conversation.person
  }
  if (/\bthe\s(?:artist|speaker|musician|singer|composer|pianist)\b/.test(narration) && !conversation.since.other)
    conversation.since.artist = true
}

function listPersons(sentence: string, artistName: ArtistName): ('artist' | 'other')[] {
  return findMentions(sentence, artistName).flatMap(({ start, end, isArtist }) => {
    const [name, before, after] = [sentence.slice(start, end), sentence.slice(0, start), sentence.slice(end)]
    if (isArtist) return /['’]s?$/.test(name) && associateAfter.test(after) ? ['other'] : ['artist']
    const isPerson =
      /^(?:M|Mr|Mrs|Ms|Miss|Mme|Mlle|Dr|Herr|Frau|Frl|Sir|Prof)\b/.test(name) ||
      (beforePerson.test(before) && !/(?:with|by|and)\s$/.test(before)) ||
      afterPerson.test(after) ||
      (/(?:^["“‘(]*|,\s)$/.test(before) &&
        /^,?\s\p{Ll}/u.test(after) &&
        !/^\s(?:of|in|at|on|and|for|to|is|was|has|had)\b/.test(after))
    return isPerson ? ['other'] : []
  })
}

/** Who an attribution means; `offset` is where its tag begins in the source. */
export function resolveVoice({ party, name }: Attribution, offset: number, conversation: Conversation): Voice {
  if (party === 'artist') return artist
  if (party === 'other')
    return name === null ? other : { speaker: 'other', name: { start: offset + name.start, end: offset + name.end } }
  if (!conversation.isArtistNamed) return unknown
  if (party === 'role') return conversation.since.other && !conversation.since.artist ? unknown : artist
  if (conversation.person === 'artist') return artist
  if (conversation.person === 'other')
    return conversation.last?.speaker === 'artist' && !conversation.since.other ? artist : unknown
  return conversation.hasOtherSpoken ? unknown : artist
}

/** Whom the end of a narrator's paragraph announces: it ends in a colon or says who spoke the following. */
export function findAnnouncedVoice(
  paragraph: string,
  offset: number,
  artistName: ArtistName,
  conversation: Conversation,
): Voice | null {
  const from = Math.max(0, paragraph.length - 240)
  const tail = paragraph.slice(from)
  const begins = findLastSentenceStart(tail)
  const sentence = tail.slice(begins)
  if (!/:\s*$/.test(sentence) && !/\bfollowing\b/.test(sentence)) return null
  const found = findAttribution(sentence, artistName)
  if (found !== undefined) return resolveVoice(found, offset + from + begins, conversation)
  return namesOnlyArtist(sentence, artistName) ? artist : null
}

/** "Presently Busoni turned to me:" says who speaks without a verb of saying. */
export function namesOnlyArtist(sentence: string, artistName: ArtistName): boolean {
  const mentions = findMentions(sentence, artistName)
  return mentions.length > 0 && mentions.every(({ isArtist }) => isArtist)
}

const gesture = joinPattern(
  'u',
  String.raw`\b(?:(?:laugh|smil|nodd?|shrugg?|sigh|paus|grinn?|hesitat|frown|chuckl|lean)(?:s|es|ed)|turn(?:s|ed)|`,
  String.raw`shakes|shook|looks|looked|thinks|thought|s[ia]ts?|rose|puts? down)\b`,
)

/** UTF-16 code units; a longer sentence tells a story, and what is quoted after it may be a critic's. */
const gestureCharsMax = 90

/** "Madame Varga laughed." directly before speech says whose it is. */
export function isArtistsGesture(narration: string, artistName: ArtistName): boolean {
  const [last] = findSentences(narration).slice(-1)
  if (last === undefined || last.end - last.start > gestureCharsMax) return false
  const sentence = narration.slice(last.start, last.end)
  const [first] = findMentions(sentence, artistName)
  return (
    first?.isArtist === true && first.start === 0 && gesture.test(sentence) && namesOnlyArtist(sentence, artistName)
  )
}

/**
 * The voice of speech that no words attribute. A new quotation straight after another is the other party's; after
 * narration it is the artist's where the narration names no other person. Otherwise it is unknown.
 */
export function inferVoice(quotation: string, conversation: Conversation): Voice {
  const { announced, isAdjacent, since, isArtistNamed, hasOtherSpoken } = conversation
  if (announced !== null) return announced
  if (!isArtistNamed) return unknown
  if (quotation.length < 300 && /\?\s*$/.test(quotation)) return other
  if (isAdjacent) return inferVoiceAfter(quotation, conversation)
  if (since.other) return unknown
  return since.artist || !hasOtherSpoken ? artist : unknown
}

/** Shorter speech may be a remark of the other party. UTF-16 code units. */
const turnMin = 150

function inferVoiceAfter(quotation: string, { last, endedInTag, hasOtherSpoken }: Conversation): Voice {
  if (last === null) return unknown
  if (last.speaker === 'other') return last.name === null ? artist : unknown
  const isLong = quotation.length >= turnMin && !/^[^.!?]*\byou(?:r)?\b/iu.test(quotation)
  // After a tag ("she says") the same voice goes on; where only one voice has spoken so far, it keeps the word.
  return endedInTag ? (quotation.length >= turnMin ? last : unknown) : isLong && !hasOtherSpoken ? last : unknown
}

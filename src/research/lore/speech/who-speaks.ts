import { findSentences } from '#src/text/sentences.ts'
import { joinPattern } from '../pattern.ts'
import { musicians } from '../professions.ts'
import { type Attribution, findAttribution, findLastSentenceStart } from './attribution.ts'
import { findMentions, type NameMatcher } from './names.ts'
import { artistVoice, otherVoice, type SpeechState, unknownVoice, type Voice } from './speech-state.ts'

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
export function recordPersons(narration: string, nameMatcher: NameMatcher, state: SpeechState): void {
  for (const { start, end } of findSentences(narration)) {
    const sentence = narration.slice(start, end)
    const named = listPersons(sentence, nameMatcher)
    for (const party of named) state.namedSinceSpeech[party] = true
    state.isArtistNamed ||= named.includes('artist')
    const [subject] = associateFirst.test(sentence) ? (['other'] as const) : named
    if (subject === 'other') state.namedSinceSpeech.other = true
    state.pronounReferent = subject ?? state.pronounReferent
  }
  if (/\bthe\s(?:artist|speaker|musician|singer|composer|pianist)\b/.test(narration) && !state.namedSinceSpeech.other)
    state.namedSinceSpeech.artist = true
}

function listPersons(sentence: string, nameMatcher: NameMatcher): ('artist' | 'other')[] {
  return findMentions(sentence, nameMatcher).flatMap(({ start, end, isArtist }) => {
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
export function resolveVoice({ party, name }: Attribution, offset: number, state: SpeechState): Voice {
  if (party === 'artist') return artistVoice
  if (party === 'other')
    return name === null
      ? otherVoice
      : { speaker: 'other', name: { start: offset + name.start, end: offset + name.end } }
  if (!state.isArtistNamed) return unknownVoice
  if (party === 'role')
    return state.namedSinceSpeech.other && !state.namedSinceSpeech.artist ? unknownVoice : artistVoice
  if (state.pronounReferent === 'artist') return artistVoice
  if (state.pronounReferent === 'other')
    return state.lastVoice?.speaker === 'artist' && !state.namedSinceSpeech.other ? artistVoice : unknownVoice
  return state.hasOtherSpoken ? unknownVoice : artistVoice
}

/** UTF-16 code units. A longer last sentence of a paragraph does not announce a speaker. */
const announcementCharsMax = 240

/** Whom the end of a narrator's paragraph announces: it ends in a colon or says who spoke the following. */
export function findAnnouncedVoice(
  paragraph: string,
  offset: number,
  nameMatcher: NameMatcher,
  state: SpeechState,
): Voice | null {
  const from = Math.max(0, paragraph.length - announcementCharsMax)
  const tail = paragraph.slice(from)
  const begins = findLastSentenceStart(tail)
  const sentence = tail.slice(begins)
  if (!/:\s*$/.test(sentence) && !/\bfollowing\b/.test(sentence)) return null
  const found = findAttribution(sentence, nameMatcher)
  if (found !== undefined) return resolveVoice(found, offset + from + begins, state)
  return namesOnlyArtist(sentence, nameMatcher) ? artistVoice : null
}

/** "Presently Busoni turned to me:" says who speaks without a verb of saying. */
export function namesOnlyArtist(sentence: string, nameMatcher: NameMatcher): boolean {
  const mentions = findMentions(sentence, nameMatcher)
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
export function isArtistsGesture(narration: string, nameMatcher: NameMatcher): boolean {
  const [last] = findSentences(narration).slice(-1)
  if (last === undefined || last.end - last.start > gestureCharsMax) return false
  const sentence = narration.slice(last.start, last.end)
  const [first] = findMentions(sentence, nameMatcher)
  return (
    first?.isArtist === true && first.start === 0 && gesture.test(sentence) && namesOnlyArtist(sentence, nameMatcher)
  )
}

/** UTF-16 code units. A longer quotation that ends in a question is a speech of the artist's, and not a question. */
const spokenQuestionCharsMax = 300

/**
 * The voice of speech that no words attribute. A new quotation straight after another is the other party's; after
 * narration it is the artist's where the narration names no other person. Otherwise it is unknown.
 */
export function inferVoice(quotation: string, state: SpeechState): Voice {
  const { announcedVoice, isAdjacent, namedSinceSpeech, isArtistNamed, hasOtherSpoken } = state
  if (announcedVoice !== null) return announcedVoice
  if (!isArtistNamed) return unknownVoice
  if (quotation.length < spokenQuestionCharsMax && /\?\s*$/.test(quotation)) return otherVoice
  if (isAdjacent) return inferVoiceAfter(quotation, state)
  if (namedSinceSpeech.other) return unknownVoice
  return namedSinceSpeech.artist || !hasOtherSpoken ? artistVoice : unknownVoice
}

/** Shorter speech may be a remark of the other party. UTF-16 code units. */
const turnCharsMin = 150

function inferVoiceAfter(quotation: string, { lastVoice, endedInTag, hasOtherSpoken }: SpeechState): Voice {
  if (lastVoice === null) return unknownVoice
  if (lastVoice.speaker === 'other') return lastVoice.name === null ? artistVoice : unknownVoice
  const isLong = quotation.length >= turnCharsMin && !/^[^.!?]*\byou(?:r)?\b/iu.test(quotation)
  // After a tag ("she says") the same voice goes on; where only one voice has spoken so far, it keeps the word.
  return endedInTag
    ? quotation.length >= turnCharsMin
      ? lastVoice
      : unknownVoice
    : isLong && !hasOtherSpoken
      ? lastVoice
      : unknownVoice
}

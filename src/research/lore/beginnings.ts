import { needsContext } from './anaphora.ts'
import type { LorePassage } from './evidence.ts'
import { joinPattern } from './pattern.ts'
import { aboutAppearance, aboutInterview } from './score.ts'
import type { EvidenceSentence } from './sentence.ts'
import { findMentions, type NameMatcher } from './speech/names.ts'

/**
 * A narrator's run begins neither with how the meeting went or what the house and the artist look like, nor with a
 * thing that only the text before it names, unless a question cites the run and it has no other beginning.
 */
export const mayBeginNarration = (text: string, nameMatcher: NameMatcher): boolean =>
  !aboutInterview.test(text) &&
  !aboutAppearance.test(text) &&
  !beginsWithDefinite(text) &&
  !beginsElsewhere(text, nameMatcher)

/** "The Department of Music was founded by Varga": what it belongs to is in the text before. */
function beginsElsewhere(text: string, nameMatcher: NameMatcher): boolean {
  const subject = /^["“‘(]*The\s[^,.;]{3,60}?\s(?=(?:was|were|is|are|had|has)\b)/u.exec(text)?.[0]
  return subject !== undefined && !findMentions(subject, nameMatcher).some(({ isArtist }) => isArtist)
}

const definiteSubject = /^["“‘(]*The\s\p{Ll}+\s(?:was|were|is|are|had|has)\b/u

export const beginsWithDefinite = (text: string): boolean => definiteSubject.test(text)

/** A narrator's tag is short and no sentence; what is longer may be a question that the next sentence answers. */
const shortTagCharsMax = 80

/** Whether the narrator says more than a tag between two sentences of a speech. */
export function followsNarration(
  { block, text }: LorePassage,
  before: EvidenceSentence | undefined,
  { parts }: EvidenceSentence,
): boolean {
  const [from, to] = [before?.parts.at(-1)?.end, parts[0]?.start]
  if (from === undefined || to === undefined || block.parts.length < 2) return false
  const gap = text.slice(from - block.start, to - block.start)
  return gap.length > shortTagCharsMax || /\p{L}[.!?]["”’»]?\s+["“‘«]?\p{Lu}\p{L}+[^.!?]*[.!?]/u.test(gap)
}

/** Addressed to the interviewer, about what only the interviewer has said or is. */
const toInterviewer = joinPattern(
  'iu',
  String.raw`\bas you (?:say|said|suggest|see|ask|mention|put it|know|can see|may see|remark)\b|`,
  String.raw`\bwhich you (?:can |may )?see\b|\b(?:of|with|like) yours\b|`,
  String.raw`\byou(?:['’]ve| have)? (?:just )?(?:asked|mentioned|suggested)\b|\b(?:perhaps|maybe) you thought\b|`,
  String.raw`\b(?:converse|speak|talk) with you\b|\byour (?:question|readers|paper|magazine|listeners)\b`,
)

export const addressesInterviewer = (text: string): boolean => toInterviewer.test(text)

/** "No." and "Never, really.": without them what follows may read as the opposite. */
const reply =
  /^["“‘(]*(?:yes|yeah|yep|no|nope|never|not|neither|sometimes|of course|certainly|exactly|true|false|wrong|right)\b/iu

export const isReply = (text: string): boolean => reply.test(text)

/** "Yes, there are books" answers a question of the interviewer, which a source does not always print. */
export const isAgreement = (text: string): boolean => /^["“‘(]*Yes,/.test(text)

/** Words before a statement that it loses nothing without: "You see", "Later". */
const leadingFiller = joinPattern(
  'u',
  '^(?:You see|You know|Yes|Well|Oh|Ah|Of course|Now|Why|Indeed|In fact|In my own case|(?:As )?[Ff]or myself|',
  String.raw`Later(?: on)?|Afterwards?|Then|Soon|Next|After that|At last|Finally),?\s(?=I\s(?!would|should|could|might|do\b|did\b))`,
)

/** Whether a run may begin with the sentence; a speaker's "You see" is left out there. */
export const mayBegin = ({ text, needsContext: needs }: EvidenceSentence, isArtist: boolean): boolean =>
  !needs || (isArtist && leadingFiller.test(text) && !needsContext(text.replace(leadingFiller, '')))

/** The sentences of a run without "You see" at its beginning. */
export function stripFiller([first, ...rest]: readonly EvidenceSentence[]): EvidenceSentence[] {
  const [part, ...parts] = first?.parts ?? []
  if (first === undefined || part === undefined) return []
  const { length } = leadingFiller.exec(first.text)?.[0] ?? ''
  if (part.end - part.start <= length) return [first, ...rest]
  return [
    {
      ...first,
      needsContext: false,
      text: first.text.slice(length),
      parts: [{ start: part.start + length, end: part.end }, ...parts],
    },
    ...rest,
  ]
}

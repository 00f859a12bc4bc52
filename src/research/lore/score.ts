import { isHearsay } from './denial.ts'
import { classifyFact } from './facts.ts'
import { joinPattern } from './pattern.ts'
import type { EvidenceSentence } from './sentence.ts'
import type { Voice } from './speech/speech-state.ts'

/** "You should practise slowly": advice, and general statements about players and pupils. */
const advice = joinPattern(
  'iu',
  String.raw`\b(?:you|your|one|one's|one’s|should|must|ought|pupils?|students?|beginners?|the (?:player|`,
  'teacher|pianist|child|learner|performer)|a (?:player|teacher|pianist|pupil|student|child)|',
  String.raw`teachers|players|pianists)\b`,
)
export const selfPronoun = /\b(?:I|I['’]\p{L}+|my|me|mine|myself)\b/u
/** True on the day on which it was said, and of no use later. */
const passing = joinPattern(
  'iu',
  String.raw`\b(?:to-?morrow|to-?day|tonight|(?:next|coming|present|this|my) (?:week|month|year|season|summer|winter|spring|`,
  String.raw`autumn|tour)|this (?:morning|evening|afternoon)|at present|I shall (?:have|begin|now|go|also|probably|play|however)|just now|later on than)\b`,
)
export const isPassing = (text: string): boolean => passing.test(text)

const elsewhere = /\b(?:here|(?:your|this|our) (?:country|city|land)|his native land)\b/iu
/** What a visitor writes in order to please. */
const praising =
  /\b(?:genial|charming|exquisite|high rank|look forward to success|delightful|heights of|has met with gratifying|vastly)\b/iu

/** Addressed to the interviewer, and not to a reader. */
const addressing = /\b(?:your (?:country|people|readers|magazine|paper)|you (?:see|know|are)\b|as you)\b/iu
/** How the conversation came about says nothing of the artist. */
export const aboutInterview = joinPattern(
  'iu',
  String.raw`\b(?:conversation|interview(?:ed|s)?|talk(?:ed|s)? (?:to|with|about|over|turned)|chat(?:ted|`,
  's)?|was (?:found|seen|asked|questioned|giving|playing|sitting|standing|seated)|recei(?:ves|ved) (?:me|us|the)|greet(?:s|ed|ing)|',
  'testified|had (?:much|a great deal|a lot) to (?:say|tell|relate)|spoke (?:further|of)|told (?:me|us)|(?:said|says) to|visitor|reply|answered|',
  'smiled|photograph(?:ed|er)?|accompanied|continued|we met|meets? me|sits|sat|pours?|poured|',
  String.raw`tea)\b`,
)

/** What a visitor sees is no profile. */
export const aboutAppearance = joinPattern(
  'iu',
  String.raw`\b(?:hair|eyes|complexion|brunette|blonde|features|muscular|dress(?:ed)?|gown|wears|appearance|rooms?|apartments?|house|home of|`,
  String.raw`furniture|furnishings|tapestr(?:y|ies)|garden|terrace|located|staircase|salon|armchair|weather)\b`,
)

const leadingFillerWord = joinPattern(
  '',
  '^["“]?(?:Oh|Ah|Well|Of course|Yes|No|Now|Why|Again|You see|You know|For example|',
  String.raw`For instance|In other words)\b`,
)

/**
 * How informative a sentence is about the artist, at most 3.3. `sentenceCost` (runs.ts), `scoreThresholds` (select.ts)
 * and `earlierAllowance` (arrange.ts) are on this scale.
 */
export function scoreSentence(
  sentence: EvidenceSentence,
  { speaker }: Pick<Voice, 'speaker'>,
  namesArtist: boolean,
): number {
  const { text, words } = sentence
  const isArtist = speaker === 'artist'
  const length = Math.min(1, words.length / 12, 45 / words.length)
  const particular = Math.min(4, countParticulars(text)) / 4
  const isOwn = isArtist ? selfPronoun.test(text) : namesArtist
  const aboutBonus = isOwn
    ? 0.9
    : isArtist && sentence.isFirstPerson
      ? 0.5
      : /\b(?:he|she|his|her|they|their)\b/iu.test(text) && !isArtist
        ? 0.4
        : -0.3
  const fact = classifyFact(text, isArtist) === 'life' ? 0.4 : 0.15
  const general = advice.test(text) && !(isArtist && selfPronoun.test(text)) ? 0.6 : advice.test(text) ? 0.15 : 0
  const faults =
    (isHearsay(text) ? 0.5 : 0) +
    (passing.test(text) ? 1.5 : 0) +
    (elsewhere.test(text) ? 0.4 : 0) +
    (!isArtist && praising.test(text) ? 0.8 : 0) +
    ((text.match(/\bOp\. ?\d/g) ?? []).length > 1 ? 1.2 : 0) +
    (/\?/.test(text) ? 0.5 : 0) +
    (/[_*]/.test(text) ? 0.4 : 0) +
    (sentence.parts.length > 1 ? 0.5 : 0) +
    (isArtist && addressing.test(text) ? 0.4 : 0) +
    (!isArtist && aboutInterview.test(text) ? 1 : 0) +
    (aboutAppearance.test(text) ? (isArtist ? 0.4 : 1) : 0) +
    ((text.match(/[;:]/g) ?? []).length > 2 ? 0.3 : 0) +
    (leadingFillerWord.test(text) ? 0.3 : 0)
  return length + particular + aboutBonus + fact - general - faults
}

/** Names (a capital inside the sentence), figures, and words of ten letters or more, which are rarely filling. */
function countParticulars(text: string): number {
  return new Set(
    text.match(/\p{Lu}(?<=\p{L}[,;]?\s+["“‘_(]*\p{Lu})(?!['’\s]|I\b)[\p{L}\p{M}]+|\p{N}+|[\p{L}\p{M}]{10,}/gu),
  ).size
}

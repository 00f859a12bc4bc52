import { joinPattern } from './pattern.ts'
import { selfPronoun } from './score.ts'

/** "I think", "in my opinion" and "I knew a man who" only name the source of a statement, not its subject. */
const hedge = joinPattern(
  'giu',
  String.raw`\bI (?:(?:might|may|can|would|should|must|do|have|\p{Ll}+ly) )*(?:think|believe(?! in\b)|feel|say|said|`,
  String.raw`call|called|mean|suppose|fancy|advise|recommend|suggest|urge)\b|\bI am (?:\p{Ll}+ly )?(?:sure|certain|`,
  String.raw`convinced|sorry to say)\b|\bI (?:might|should) \p{Ll}+\b|\bI (?:once )?(?:know|knew) (?:an?|of|one)\b|`,
  String.raw`\b(?:in|to) my (?:opinion|mind|view|thinking)\b|\b(?:come|comes) to me\b`,
)
/** Also at the beginning of a sentence: "My". */
const ownSelf = new RegExp(selfPronoun.source, 'iu')

/** "We toured Poland" says what a group did; "we need the pedal" is a general statement. */
const groupDid = joinPattern(
  'iu',
  String.raw`\bwe (?:(?:all|both|never|always|also|often|once|soon|just|then|even|\p{Ll}+ly) )?(?:were|had|did|`,
  'became|began|went|came|took|gave|made|left|met|got|wrote|sang|drove|',
  String.raw`(?!(?:suc|pro)ceed|need|feed)\p{Ll}+ed)\b`,
)
const adviceToListener = /\byou (?:must|should|ought|need|have to|cannot)\b/iu
const isSupposition = (text: string): boolean => /\bmight\b/iu.test(text) && /\bwould\b/iu.test(text)

/** The "I" in a quotation inside a sentence may be any person. */
const innerQuotation = /(?<!\p{L})['‘"“][^'‘’"“”]*['’"”](?!\p{L})/gu

/** Whether a sentence of the artist is about the artist, and not a general statement. */
export function speaksOfSelf(sentence: string): boolean {
  const text = sentence.replaceAll(innerQuotation, ' ')
  if (adviceToListener.test(text) || isSupposition(text)) return false
  return ownSelf.test(text.replaceAll(hedge, ' ')) || groupDid.test(text)
}

const advising =
  /\b(?:must|should|ought|has to|have to|necessary|essential|advisable)\b|\bit is (?:well|best|better|wise) to\b/iu

/** Whether a sentence that is not about the artist says what others should do; a conviction only says what is so. */
export const advises = (sentence: string): boolean => adviceToListener.test(sentence) || advising.test(sentence)

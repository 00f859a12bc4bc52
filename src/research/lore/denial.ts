import { joinPattern } from './pattern.ts'

/** Says that a statement is false, and points at it. */
const denying = joinPattern(
  'iu',
  String.raw`\b(?:not (?:true|so|the case|correct|right|accurate)|isn't (?:true|so|right)|wasn't (?:true|`,
  'so|like that|that)|never (?:true|happened|was|did|said)|untrue|incorrect|inaccurate|',
  'mistaken|a (?:myth|legend|lie|mistake|misunderstanding|misprint|rumou?r|story|fairy ?tale|',
  'joke|nice story)|made up|made[- ]up|invented|invention|nonsense|rubbish|refute[sd]?|den(?:y|',
  'ies|ied)|no truth|nothing of the (?:sort|kind)|on the contrary|to the contrary|far from it|',
  'misquoted|exaggerat(?:ed|ion)|confus(?:ed|es|ing) (?:me|us|him|her|it) with|wrong|false|',
  "not me|somebody else|someone else|quite the (?:opposite|reverse)|the opposite|didn't happen|",
  'did not happen|doubtful|disputed|disputes|retracted|corrected|withdrew|never existed|',
  String.raw`no such)\b`,
)
const claimPointer = joinPattern(
  'iu',
  '^["“‘(]*(?:that|this|it|which|no|not|none|nothing|neither|in fact|actually|but|yet|however|',
  'on the contrary|far from|all of (?:that|this|it)|both|he|she|they|I|the (?:truth|story|',
  String.raw`report|claim|rumou?r|date|year|name|legend|article|papers?|label|family|band|artist))\b`,
)
const negation = /\b(?:not|no|never|none|nobody|nothing|neither|nor|without|hardly|cannot|\p{L}+n't)\b/iu

const pronounDenial = joinPattern(
  'iu',
  '^["“‘(]*(?:but |yet |in fact,? |actually,? |well,? )?(?:that|this|it|none of (?:it|that|',
  String.raw`this)|neither)\b[^.;]{0,40}\b(?:not|never|\p{L}+n't|is (?:true|right|so)$)`,
)

/** Whether a sentence denies the one before it. */
export function isDenial(text: string): boolean {
  const plain = text.replaceAll('’', "'")
  if (/^["“‘(]*(?:no[,.;!—-]|not at all|nonsense|wrong[.!]|never[.!,])/iu.test(plain)) return true
  if (
    pronounDenial.test(plain) &&
    /\b(?:was|is|were|did|happened|true|has|had|wasn't|isn't|didn't|weren't)\b/iu.test(plain)
  )
    return true
  return (
    denying.test(plain) && (claimPointer.test(plain) || /\b(?:it|that|this|story|claim|report|rumou?r)\b/iu.test(plain))
  )
}

export const isNegated = (text: string): boolean => negation.test(text.replaceAll('’', "'"))

const hearsay = joinPattern(
  'iu',
  String.raw`\b(?:it (?:is|was|has been) (?:often |sometimes |widely )?(?:said|told|claimed|reported|`,
  'rumou?red|written|imagined|believed|thought)|(?:they|people|papers|critics|newspapers|',
  'journalists|some|many) (?:say|said|write|wrote|claim|claimed|report|reported|think|thought|',
  String.raw`believe|believed)\b|legend has it|rumou?r has it|supposedly|allegedly|reportedly|so-called|`,
  'is said to|are said to|was said to|is supposed to|come to be imagined)',
)

/**
 * What others say or once believed, reported at a distance: it invites a denial, and without its source it is no fact.
 */
export const isHearsay = (text: string): boolean => hearsay.test(text)

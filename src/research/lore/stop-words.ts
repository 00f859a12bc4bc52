/*
 * Words without a subject of their own, in folded form. Contractions are read in two parts ("don't" as don and t), so
 * their first parts are listed. The last group is how people word a boundary rather than what it is about: without it
 * "please don't ask about my brother" would exclude every sentence with "ask" in it.
 */
const groups = [
  'a an the this that these those some any no none each every either neither both all such same other another own',
  'i me my mine myself we us our ours ourselves you your yours yourself he him his himself she her hers herself',
  'it its itself they them their theirs themselves one ones who whom whose which what someone somebody something',
  'and or but nor so yet if then than because while when where why how whether though although until unless since',
  'of in on at by for from to into onto out off up down over under with without within about against between through',
  'during before after above below across along around among toward towards upon via per as like',
  'am is are was were be been being do does did done doing have has had having can could will would shall should may',
  'might must ought don doesn didn isn aren wasn weren hasn haven hadn won wouldn shouldn couldn ' +
    'cannot ain mustn ll ve',
  're not never ever also too very just only even still again already always often sometimes here ' +
    'there now once quite',
  'rather almost much many more most less least few lot lots well really simply perhaps maybe yes ok okay',
  'go goes going went gone get gets getting got make makes making made say says said let lets thing things way',
  'please nothing anything everything anyone anybody nobody everyone want wants wanted wish prefer ' +
    'talk talks talking',
  'speak speaking discuss discussing discussed mention mentioned mentioning ask asks asked asking question questions',
  'answer answering topic topics subject subjects limits boundary avoid skip leave left keep kept comment',
]

export const stopWords: ReadonlySet<string> = new Set(groups.join(' ').split(' '))

import { joinPattern } from './pattern.ts'
/** What a sentence is about, in the order of a profile. */
export type FactClass = 'life' | 'work' | 'views'
export const factClasses: readonly FactClass[] = ['life', 'work', 'views']

const lifeWords = joinPattern(
  'giu',
  String.raw`\b(?:born|birth(?:day|place)?|grew up|growing up|childhood|youth|youngest|eldest|family|`,
  'parents?|mother|father|mum|mom|dad|grandmother|grandfather|grandparents|sister|brother|aunt|',
  'uncle|cousin|wife|husband|married|marriage|son|daughter|college|university|conservatory|',
  'conservatoire|academy|studied (?:with|at|in|under)|years ago|pupil of|taught me|learned|learnt|moved|lived|village|',
  String.raw`emigrated|years old|at the age of|aged \p{N}|apprentice|degree|graduated|died|raised|`,
  'upbringing|hometown|began (?:my|his|her) music|first (?:piano|guitar|violin|instrument|',
  String.raw`teacher)|wonder child|prodigy|settled|has made (?:a|his|her|their) home)\b`,
)
/** Words of a life that are said of other things as well. */
const lifelikeWords =
  /\b(?:child|boy|girl|young|school|student|lessons?|teacher|lives?|town|home|house|death|dies|debut)\b/giu
const workWords = joinPattern(
  'giu',
  String.raw`\b(?:record(?:ed|ing|ings|s)?|albums?|EPs?|LPs?|singles?|songs?|released?|releases|band|`,
  'trio|quartet|orchestra|produced|producer|mixed|mastered|studio|tours?|toured|touring|',
  'festival|stage|concerts?|recitals?|performed|performances?|compos(?:ed|es|ing|ition|itions)|',
  'wrote|written|arranged|commissioned|premiered?|premiere|symphony|sonatas?|concertos?|opera|',
  String.raw`soundtrack|score|collaborat\p{L}+|signed|label|prize|award|won|published|book|professor|`,
  'appointed|founded|session|tracks?|debut album|plays|played|repertoire|program(?:me)?|',
  String.raw`engaged)\b`,
)
const viewWords = joinPattern(
  'giu',
  String.raw`\b(?:I (?:believe|think|feel|want|wanted|like|love|hate|prefer|try|always|never|often|`,
  "consider|find|hope|wish|cannot|can't|do not|don't|listen|work|write|practi[sc]e|begin|",
  'teach)|believe|should|must|ought|music is|to me|for me|in my opinion|what matters|important|',
  'meaning|listening|silence|sound of|beauty|idea|ideal|expression|tone|touch|interpretation|',
  String.raw`inspiration)\b`,
)

const countMatches = (text: string, pattern: RegExp) => (text.match(pattern) ?? []).length

/**
 * The class with most of the words: of equals life, then work, then views. Only what the artist says is `views`; of
 * others, a text without words of a life is `work`.
 */
export function classifyFact(text: string, isArtistSpeaking: boolean): FactClass {
  const isPast =
    countMatches(text, /\b(?:was|were|had|did|became|began|went|came|took|gave|made|left|\p{Ll}{3,}ed)\b/gu) > 0
  const lifeScore = (countMatches(text, lifeWords) + 0.4 * countMatches(text, lifelikeWords)) * (isPast ? 1.5 : 0.8)
  const workScore = countMatches(text, workWords) * (isPast ? 1.2 : 0.9)
  const viewScore =
    countMatches(text, viewWords) * (isArtistSpeaking ? 1.3 : 0.4) + (isArtistSpeaking && !isPast ? 1 : 0)
  if (lifeScore > 0 && lifeScore >= workScore && lifeScore >= viewScore) return 'life'
  if (workScore > 0 && workScore >= viewScore) return 'work'
  return isArtistSpeaking ? 'views' : 'work'
}

/** The first year in a text, from 1500 to 2099; undefined where there is none. */
export function findYear(text: string): number | undefined {
  const year = /(?<![\p{N}.,:$£€#])(?:1[5-9]|20)\d\d(?![\p{N}]|,\d|\.\d)/u.exec(text)
  return year === null ? undefined : Number(year[0])
}

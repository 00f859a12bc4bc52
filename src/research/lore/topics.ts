import { pattern } from './pattern.ts'
import type { Run } from './runs.ts'

/**
 * What a paragraph may say that its quotation is about: "On scales, Varga says:". The list is closed, so that each
 * reads well behind "On"; the word or one of its family stands in the quotation.
 */
const families: readonly (readonly [topic: string, ...words: string[]])[] = [
  ['memory', 'memori[sz](?:e[ds]?|ing)', 'memory', 'by heart', 'could (?:not )?remember', 'in mind'],
  ['practice', 'practi[sc](?:e[ds]?|ing)'],
  ['technique', 'techni(?:cs?|ques?|cal)'],
  ['tone', 'tones?', 'tone[- ]colou?r'],
  ['touch', 'touch(?:es)?'],
  ['relaxation', 'relax(?:ed|ation|ing)?'],
  ['scales', 'scales'],
  ['octaves', 'octaves?'],
  ['chords', 'chords?'],
  ['trills', 'trills?'],
  ['arpeggios', 'arpeggios?'],
  ['fingering', 'fingerings?'],
  ['hand position', 'hand positions?', 'positions? of (?:the )?hands?', 'position'],
  ['the fingers', 'fingers?', 'knuckles?'],
  ['the wrist', 'wrists?'],
  ['the pedals', 'pedals?', 'pedall?ing'],
  ['rhythm', 'rhythms?', 'rhythmic(?:al)?'],
  ['tempo', 'tempos?', 'tempi'],
  ['velocity', 'velocity'],
  ['expression', 'expression', 'expressive'],
  ['interpretation', 'interpret(?:s|ed|ing|ations?)?'],
  ['teaching', 'teach(?:es|ing)?', 'pupils?', 'students?'],
  ['composing', 'compos(?:e[ds]?|ing)', 'composition'],
  ['concerts', 'concerts', 'recitals?', 'concerti[sz]e[ds]?', 'play(?:ed|ing)? in public'],
  ['audiences', 'audiences?'],
  ['touring', 'tours?', 'tour(?:ed|ing)'],
  ['listening', 'listen(?:s|ed|ing|ers?)?'],
  ['concentration', 'concentrat(?:e[ds]?|ing|ion)'],
  ['repertoire', 'repertoires?', 'repertory'],
  ['modern music', 'modern (?:music|composers?|compositions?)'],
  ['new works', 'new works?'],
  ['nerves', 'nerves?', 'nervous(?:ness)?'],
  ['silence', 'silences?', 'silent'],
  ['singing', 'sings?', 'sang', 'sung', 'singing'],
  ['songs', 'songs?', 'songwriting'],
  ['lyrics', 'lyrics?'],
  ['recording', 'record(?:ed|ing|ings)', 'studio'],
  ['improvising', 'improvis(?:e[ds]?|ing|ation)'],
  ['dancing', 'danc(?:e[ds]?|ing)'],
  ['critics', 'critics?'],
  ['drums', 'drums?', 'drumming'],
]

const compile = ([topic, ...words]: (typeof families)[number]) =>
  [topic, pattern('iu', String.raw`(?<![\p{L}\p{N}'’-])(?:${words.join('|')})(?![\p{L}\p{N}-])`)] as const

/** A life begins with the one and ends with the other. */
export const firstTopic = 'the early years'
export const lastTopic = 'future plans'

/** What a first sentence alone tells: the rest of a life or a plan has other words. */
const openingFamilies: typeof families = [
  [
    firstTopic,
    'wonder[- ]child|prodigy|began my (?:music|musical studies|studies|career)|(?:at|from) (?:an early|the) age',
    'as a (?:small |young )?(?:boy|girl|child)|my (?:first|early) teachers?|(?:was|were) born',
  ],
  [
    lastTopic,
    String.raw`I (?:shall|will) (?:\p{Ll}+ )?(?:play|go|give|make|begin|conduct|bring|record|tour|write)|I hope to|I intend`,
    String.raw`my (?:\p{Ll}+ )?(?:ambition|longing|plan)`,
  ],
]

export const topics: readonly string[] = [...families, ...openingFamilies].map(([topic]) => topic)
const patterns = families.map(compile)
const openingPatterns = openingFamilies.map(compile)

/** The least share of the sentences that a topic is in; the beginning of a short run may name it. UTF-16 code units. */
const shareMin = { withFirst: 0.5, withoutFirst: 0.6 }
const shortRun = 3
const earlyChars = 30

/** Topics of runs that were looked at: a run is arranged many times before the text is complete. */
const known = new WeakMap<Run, string | undefined>()

/** The topic that is most certain: it is in most sentences of the run, or at the beginning of a short one. */
export function findTopic(run: Run): string | undefined {
  if (!known.has(run)) known.set(run, chooseTopic(run))
  return known.get(run)
}

function chooseTopic({ sentences }: Run): string | undefined {
  const [first] = sentences
  if (first === undefined) return undefined
  const found = patterns.flatMap(([topic, words]) => {
    const at = first.text.search(words)
    const share = sentences.filter(({ text }) => words.test(text)).length / sentences.length
    const isEarly = sentences.length <= shortRun && at < earlyChars
    const least = at < 0 ? shareMin.withoutFirst : shareMin.withFirst
    const isRepeated = share >= least && share > 1 / sentences.length
    return (at >= 0 && isEarly) || isRepeated ? [{ topic, value: share - Math.max(0, at) / 1_000 }] : []
  })
  for (const [topic, words] of openingPatterns) if (words.test(first.text)) found.push({ topic, value: 0.7 })
  return found.toSorted((a, b) => b.value - a.value)[0]?.topic
}

import { joinPattern } from './pattern.ts'
import type { Run } from './runs.ts'

/**
 * What a paragraph may say that its quotation is about: "On scales, Varga says:". The list is closed, so that each
 * reads well after "On"; the word or one of its family stands in the quotation.
 */
const families: readonly (readonly [topic: string, ...words: string[]])[] = [
  [
    'memory',
    'memori[sz](?:e[ds]?|ing)',
    'memory',
    'by heart',
    '(?:could|can)(?:not)? (?:not )?remember',
    'in mind',
    'forg[eo]t(?:ten)?',
  ],
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
  ['hand position', 'hand positions?', 'positions? of (?:the |my |your )?hands?'],
  ['the fingers', 'fingers?', 'knuckles?'],
  ['the wrist', 'wrists?'],
  ['the pedals', 'pedals?', 'pedall?ing'],
  ['rhythm', 'rhythms?', 'rhythmic(?:al)?'],
  ['tempo', 'tempos?', 'tempi'],
  ['velocity', 'velocity'],
  ['expression', 'expression', 'expressive'],
  ['interpretation', 'interpret(?:s|ed|ing|ations?)?'],
  ['teaching', 'teach(?:es|ing|er)?', 'instruct(?:s|ed|ion|or)?', 'pupils?', 'students?'],
  [
    'composing',
    'compos(?:e[ds]?|ing)',
    'write music',
    '(?:study|art|field) of composition',
    '(?:my|your) compositions?',
  ],
  ['concerts', 'concerts?', 'recitals?', 'concerti[sz]e[ds]?', 'play(?:ed|ing)? (?:[^.]{0,20} )?in public'],
  ['rehearsals', 'rehears(?:al|als|ed|ing)'],
  ['audiences', 'audiences?'],
  ['touring', 'tours?', 'tour(?:ed|ing)'],
  ['listening', 'listen(?:s|ed|ing|ers?)?'],
  ['concentration', 'concentrat(?:e[ds]?|ing|ion)'],
  ['repertoire', 'repertoires?', 'repertory'],
  ['modern music', 'modern (?:music|composers?|compositions?)'],
  ['new works', 'new (?:works?|pieces?|compositions?)'],
  ['nerves', 'nerves?', 'nervous(?:ness)?'],
  ['shyness', 'shy(?:ness)?'],
  ['colour', 'colou?rs?'],
  ['endurance', 'fatigue', 'tire[ds]?', 'weariness', 'exhaust(?:s|ed|ion)?'],
  ['sitting at the instrument', 's[ia]t (?:low|high|so low)'],
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

/**
 * Words that a speech may have by chance: they name its topic only if it begins with one of them ("As to travel"), or a
 * question about it has one as well.
 */
const askedFamilies: typeof families = [
  [
    'the family',
    String.raw`(?:my|your) (?:\p{Ll}+ )?(?:sons?|boy|daughters?|sisters?|brothers?|mother|father|wife|husband|children|parents)`,
  ],
  ['teachers', 'teachers?', 'professors?', 'masters?'],
  ['life abroad', 'abroad', 'America', 'London', 'Paris', 'Vienna', 'Berlin', 'Italy', 'Germany'],
  ['travel', 'journeys?', 'trains?', 'travel(?:s|l?ed|l?ing)?'],
  ['thinking', 'think(?:s|ing)?'],
  ['method', 'methods?'],
  ['form', 'forms?'],
  ['effects', 'effects?'],
  ['exercises', 'exercises?'],
  ['studies', 'studies', 'études'],
  ['sonatas', 'sonatas?'],
  ['melody', 'melod(?:y|ies|ic)'],
  ['letters', 'letters?', 'wr(?:ite|ites|ote|itten)', 'answer(?:s|ed)?'],
  ['the keys', 'keys?'],
  ['concertos', 'concertos?'],
  ['orchestras', 'orchestras?'],
  ['opera', 'operas?'],
  ['the organ', 'organs?'],
  ['the violin', 'violins?', 'violinist'],
  ['assistants', 'assistants?'],
  ['classes', 'class(?:es)?'],
]

const compile = ([topic, ...words]: (typeof families)[number]) =>
  [topic, joinPattern('iu', String.raw`(?<![\p{L}\p{N}'’-])(?:${words.join('|')})(?![\p{L}\p{N}-])`)] as const

/** The topics that come before all others; plans come after them. */
export const firstTopics = ['the early years', 'the years of study'] as const
export const lastTopic = 'future plans'

/** Topics that only the first sentences of a run show: those after them have other words. */
const firstSentenceFamilies: typeof families = [
  [
    firstTopics[0],
    'wonder[- ]child|prodigy|began my (?:music|musical studies|studies|career)|(?:at|from) (?:an early|the) age',
    'as a (?:small |young )?(?:boy|girl|child)|my (?:first|early) teachers?|(?:was|were) born',
  ],
  [firstTopics[1], 'years of study', 'studied (?:with|under)', 'lessons with', 'weeks in'],
  [
    lastTopic,
    String.raw`(?:I|we) (?:shall|will) (?!always|never)(?:\p{Ll}+ )?(?:play|go|give|make|begin|conduct|bring|record|tour|write)|I hope to|I intend`,
    String.raw`my (?:\p{Ll}+ )?(?:ambition|longing|plan)`,
  ],
]

/** The topic that names a section, and the topics of the section. */
const sections: readonly (readonly [section: string, ...topics: string[]])[] = [
  [
    'practice',
    ...['practice', 'technique', 'relaxation', 'scales', 'octaves', 'chords', 'trills', 'arpeggios', 'fingering'],
    ...['hand position', 'the fingers', 'the wrist', 'velocity', 'endurance', 'sitting at the instrument'],
    ...['exercises', 'studies', 'thinking', 'concentration'],
  ],
  ['tone', 'tone', 'touch', 'the pedals', 'expression', 'interpretation', 'colour', 'effects', 'melody', 'the keys'],
  ['repertoire', 'repertoire', 'modern music', 'new works', 'sonatas', 'concertos', 'letters'],
  ['teaching', 'teaching', 'teachers', 'method', 'assistants', 'classes'],
  [
    'concerts',
    'concerts',
    'audiences',
    'touring',
    'rehearsals',
    'travel',
    'life abroad',
    'orchestras',
    'nerves',
    'critics',
  ],
]

const sectionByTopic = new Map(sections.flatMap(([section, ...topics]) => topics.map((topic) => [topic, section])))

/** The section of a topic, which may be that topic alone. */
export const findSection = (topic: string | undefined): string | undefined =>
  topic === undefined ? undefined : (sectionByTopic.get(topic) ?? topic)

export const topics: readonly string[] = [...families, ...askedFamilies, ...firstSentenceFamilies].map(
  ([topic]) => topic,
)

/** Compiled at the first use: a hundred patterns would be a thirtieth of a start. */
let compiled: ReturnType<typeof compilePatterns> | undefined
const getPatterns = () => (compiled ??= compilePatterns())
function compilePatterns() {
  const named = families.map(compile)
  const asked = [...named, ...askedFamilies.map(compile)]
  return { named, asked, inFirstSentences: firstSentenceFamilies.map(compile) }
}

/** The least share of the sentences that a topic is in: the first among them, or not, or several of them. */
const shareMin = { withFirst: 0.5, withoutFirst: 0.6, inSeveral: 0.33 }
const severalSentences = 3
/** In a run of at most this many sentences one mention is enough, in its first UTF-16 code units. */
const shortRunSentences = 3
const earlyChars = 30

/** "In regard to memory, I have no method": what a speech says at its beginning that it is about. */
const announcingTopic = /^(?:(?:In|With) regard to|As (?:for|to)|On|The|In|For|About) (?:the subject of |my |the )?$/u

/** A cache: a run is arranged many times while a text is composed. */
const topicsByRun = new WeakMap<Run, Map<string, string | undefined>>()

/** The topic that is most certain: in enough sentences of the run, at the beginning of a short one, or asked about. */
export function findTopic(run: Run, questions: readonly string[] = []): string | undefined {
  const ofRun = topicsByRun.get(run) ?? new Map<string, string | undefined>()
  topicsByRun.set(run, ofRun)
  const key = questions.join('\n')
  if (!ofRun.has(key)) ofRun.set(key, chooseTopic(run) ?? chooseAsked(run, questions))
  return ofRun.get(key)
}

function chooseTopic({ sentences }: Run): string | undefined {
  const [first] = sentences
  if (first === undefined) return undefined
  const { named, asked, inFirstSentences } = getPatterns()
  const found = named.flatMap(([topic, words]) => {
    const at = first.text.search(words)
    const count = sentences.filter(({ text }) => words.test(text)).length
    const share = count / sentences.length
    const isEarly = sentences.length <= shortRunSentences && at < earlyChars
    const least = at < 0 ? shareMin.withoutFirst : shareMin.withFirst
    const isRepeated =
      share > 1 / sentences.length && (share >= least || (share >= shareMin.inSeveral && count >= severalSentences))
    return (at >= 0 && isEarly) || isRepeated ? [{ topic, value: share - Math.max(0, at) / 1_000 }] : []
  })
  for (const [topic, words] of asked)
    if (announcingTopic.test(first.text.slice(0, Math.max(0, first.text.search(words)))))
      found.push({ topic, value: 1 })
  const beginning = `${first.text} ${sentences[1]?.text ?? ''}`
  for (const [topic, words] of inFirstSentences) if (words.test(beginning)) found.push({ topic, value: 0.7 })
  return found.toSorted((a, b) => b.value - a.value)[0]?.topic
}

/** The topic that the words of a question name. */
export const findTopicOfQuestion = (question: string): string | undefined =>
  getPatterns().asked.find(([, words]) => words.test(question))?.[0]

/** A topic that both a question and a sentence of the run name: that of most sentences. */
function chooseAsked({ sentences }: Run, questions: readonly string[]): string | undefined {
  const asked = getPatterns().asked.flatMap(([topic, words]) => {
    const count = sentences.filter(({ text }) => words.test(text)).length
    return count > 0 && questions.some((question) => words.test(question)) ? [{ topic, count }] : []
  })
  return asked.toSorted((a, b) => b.count - a.count)[0]?.topic
}

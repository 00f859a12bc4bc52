import { fold, foldWords } from '#src/text/fold.ts'
import { stopWords } from '#src/text/languages.ts'
import { everydayStems, isSensitive, listRelatedStems } from './subjects.ts'
import { isIdeographic, listWords, stemLightly } from './words.ts'

/** What an artist wants left out, and the question that it was tied to. */
export type Boundary = { id: string; wording: string; questionKey: string; question: string }

/**
 * When a text is about a subject: it has a word that speaks of a sensitive head, or all of its other heads together
 * ("wealthy pupils" is not every pupil), or one of its names, or the whole of its title, or where it has none of these
 * all of its everyday words.
 */
export type Subject = {
  boundaryId: string
  heads: readonly ReadonlySet<string>[]
  isSensitive: boolean
  names: readonly string[]
  title: readonly string[]
  together: readonly string[]
}

/** A word of a boundary's wording that carries meaning. */
type Term = { stem: string; isCapital: boolean; isOwner: boolean; isQuoted: boolean }

/** Words of a wording side by side: a subject, or what only narrows one ("in Bergen"). `isWith`: it names company. */
type Phrase = { words: Term[]; narrows: boolean; isWith: boolean }

const toSet = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(fold))

/** A phrase after one of these narrows what stands before it. */
const narrowing = toSet(
  'in at from with during on by for since before after between when while because without who which where under near ' +
    'around into to bei seit nach vor mit aus wahrend en con desde durante entre avec chez depuis pendant dans',
)

/** After these the subject itself follows, and ends what was narrowed. */
const pointing = toSet('about uber sobre von acerca')

/** How people word a boundary; none of it is what the boundary is about. */
const requests = toSet(
  'bring raise dig touch refer cover include reveal share print publish write poke press rather prefer limits limit ' +
    'table bounds business private privat privee privado happened off ex former talk talks talking speak speaking ' +
    'discuss discussing discussed mention mentioned mentioning ask asks asked asking question questions answer topic ' +
    'topics subject subjects boundary avoid skip leave left keep kept comment want wants wish prefer know ' +
    'fragen frage sprechen reden erwahnen schreiben thema lass lassen raus privatsache geht wen niemanden ' +
    'hablar preguntas pregunta preguntar mencionar tema quiero quisiera asunto mencione hablen parler parlez question ' +
    'demander demandez mentionner sujet veux evoquer evoquez souhaite aborder parlare domande chiedere argomento ' +
    '話 質問 聞 触 書 避 載 公開 言及 語 事 件',
)

/** The subjects that boundaries keep out. A wording that names nothing ("not that") means its question. */
export function listSubjects(boundaries: readonly Boundary[], artistName: string): Subject[] {
  const name = new Set(listWords(artistName).map(({ stem }) => stem))
  return boundaries.flatMap(({ id, wording, question }) => {
    const phrases = parsePhrases(wording, name)
    return selectMeant(phrases.length > 0 ? phrases : parsePhrases(question, name)).map((phrase) =>
      toSubject(phrase, id),
    )
  })
}

function parsePhrases(wording: string, name: ReadonlySet<string>): Phrase[] {
  const phrases: Phrase[] = []
  let phrase: Phrase | undefined
  let [narrows, isWith, last] = [false, false, 0]
  for (const { word, start, end } of foldWords(wording)) {
    const between = wording.slice(last, start)
    last = end
    if (/[.;!?]/.test(between)) narrows = false
    if (/[^\s'’-]/.test(between) || isIdeographic(word)) phrase = undefined
    // "L'hôpital", "d'argent": what stands before the apostrophe is an article or a preposition.
    const parts = word.split("'")
    const isElided = parts.length > 1 && (stopWords.has(parts[0] ?? '') || parts[0]?.length === 1)
    const part = parts[isElided ? 1 : 0] ?? ''
    const stem = stemLightly(part)
    if (isEmpty(word, part) || name.has(stem)) {
      phrase = undefined
      if (pointing.has(word)) narrows = false
      // "The death of my brother" is about the death; "years of drinking" about drinking.
      else if (word === 'of') narrows = phrases.some(({ words }) => words.some((one) => !everydayStems.has(one.stem)))
      else if (narrowing.has(word)) narrows = true
      isWith = word === 'with' || (isWith && narrows && !narrowing.has(word))
      continue
    }
    if (phrase === undefined) {
      phrase = { words: [], narrows, isWith }
      phrases.push(phrase)
    }
    phrase.words.push({
      stem,
      isCapital: start > 0 && /^\p{Lu}[^\p{Lu}]/u.test(wording.slice(start)) && !isSensitive(stem),
      isOwner: /^.{0,2}['’]s?(?![\p{L}])|['’]s$/u.test(wording.slice(end - 2, end + 2)),
      isQuoted: /["“«‘„][^"”»’“]*$/.test(wording.slice(0, start)),
    })
  }
  return phrases
}

const isEmpty = (word: string, part: string): boolean =>
  stopWords.has(part) ||
  stopWords.has(word) ||
  requests.has(part) ||
  requests.has(word) ||
  narrowing.has(word) ||
  pointing.has(word) ||
  /^[\p{Script=Hiragana}\p{M}]+$/u.test(part) ||
  !/[\p{L}\p{N}]{2}|\p{Script=Han}/u.test(part)

const isSpecific = ({ words }: Phrase): boolean => words.some(({ stem }) => !everydayStems.has(stem))

/** The phrases that a wording means: those that do not only narrow; of the others the sensitive ones and the names. */
function selectMeant(phrases: readonly Phrase[]): Phrase[] {
  const heads = phrases.filter(({ narrows }) => !narrows).filter(isSpecific)
  if (heads.length === 0) return phrases.some(isSpecific) ? phrases.filter(isSpecific) : [...phrases]
  const meant = phrases.filter(({ narrows, words, isWith }) => {
    const isPerson = isWith && words.every(({ isCapital }) => isCapital)
    return narrows && (isPerson || words.some(({ stem }) => isSensitive(stem)))
  })
  return [...heads, ...meant]
}

function toSubject({ words }: Phrase, boundaryId: string): Subject {
  const specific = words.filter(({ stem }) => !everydayStems.has(stem))
  const title = specific.filter(({ isQuoted, isCapital }) => isQuoted && isCapital)
  const firstCapital = specific.findIndex(({ isCapital }) => isCapital)
  // "Our drummer Tam Orr" is Tam Orr; in "the Bergen contract" the place only narrows.
  const isNamed = firstCapital >= 0 && specific.slice(firstCapital).every(({ isCapital }) => isCapital)
  const names = isNamed && title.length === 0 ? specific.slice(firstCapital) : []
  const heads = names.length + title.length > 0 ? [] : selectHeads(specific)
  return {
    boundaryId,
    heads: heads.map(({ stem }) => listRelatedStems(stem)),
    isSensitive: heads.some(({ stem }) => isSensitive(stem)),
    names: names.map(({ stem }) => stem),
    title: title.map(({ stem }) => stem),
    together: words.map(({ stem }) => stem),
  }
}

/** "My brother's accident" is about the accident, "cancer treatment" about cancer; else the words that are no owner. */
function selectHeads(specific: readonly Term[]): Term[] {
  const free = specific.filter(({ isOwner, isCapital }, at) => at === specific.length - 1 || !(isOwner || isCapital))
  const sensitive = free.filter(({ stem }) => isSensitive(stem))
  return sensitive.length > 0 ? sensitive : free
}

/** Phrases of several words that speak of a subject of one. */
const idioms: readonly (readonly [pattern: RegExp, subject: string])[] = [
  [/\byears?[ -]old\b/iu, 'age'],
  [/\b(?:broke|break|broken|breaking) up\b/iu, 'breakup'],
  [/\bin love\b/iu, 'romance'],
  [/\b(?:came|coming|come) out as\b/iu, 'sexuality'],
  [/\b(?:took|take) (?:his|her|their|my) (?:own )?life\b/iu, 'suicide'],
  [/\bpassed away\b/iu, 'death'],
  [/\b(?:lose|losing|lost|loss of) (?:my|our|his|her|him|their|them)\b/iu, 'death'],
]

/** The words of a text as boundaries compare them, and the folded text, in which words without spaces are found. */
export type Terms = { text: string; stems: ReadonlySet<string>; capitals: readonly string[] }

export function extractTerms(text: string): Terms {
  const words = listWords(text)
  const implied = idioms.filter(([pattern]) => pattern.test(text)).map(([, subject]) => stemLightly(subject))
  return {
    text: fold(text),
    stems: new Set([...words.map(({ stem }) => stem), ...implied]),
    capitals: words.filter(({ isCapital }) => isCapital).map(({ stem }) => stem),
  }
}

/** The first of the subjects that a text speaks of. */
export const findSubject = (subjects: readonly Subject[], terms: Terms): Subject | undefined =>
  subjects.find((subject) => speaksOf(terms, subject))

function speaksOf({ text, stems, capitals }: Terms, { heads, isSensitive: anyHead, names, title, together }: Subject) {
  const has = (stem: string) => (isIdeographic(stem) ? text.includes(stem) : stems.has(stem))
  if (names.some((name) => (isIdeographic(name) ? text.includes(name) : capitals.some((word) => isName(word, name)))))
    return true
  if (title.length > 0) return title.every((stem) => capitals.includes(stem))
  const mentions = (related: ReadonlySet<string>) => [...related].some(has)
  if (heads.length > 0) return anyHead ? heads.some(mentions) : heads.every(mentions)
  // Everyday words never match alone.
  return names.length === 0 && together.length > 1 && together.every(has)
}

/** "Russia" is also "Russian" and "Russians". */
const isName = (word: string, name: string): boolean =>
  word === name ||
  (Math.min(word.length, name.length) >= 4 && trimName(word) === trimName(name) && trimName(name).length >= 4)

const trimName = (name: string): string =>
  name.replace(/(?:egian|egen|isch|ish|ese|ien|ian|ia|an|ai|en|ic|n|a|o|i)$/, '')

/** Whether an answer belongs to a bounded question, by its key or its wording (imports give old questions new keys). */
export const findBoundedQuestion = (
  answer: { questionKey: string; question: string },
  boundaries: readonly Boundary[],
): Boundary | undefined =>
  boundaries.find(
    ({ questionKey, question }) =>
      questionKey === answer.questionKey || fold(question).trim() === fold(answer.question).trim(),
  )

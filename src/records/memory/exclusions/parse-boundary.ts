/* Reads the wording of a boundary: the subjects that it keeps out, whatever words it asks with. */
import { type FoldedWord, fold, foldWordsInSlices } from '#src/text/fold.ts'
import { detectLanguage, type Language, stopWords } from '#src/text/languages.ts'
import { simplifyHan } from '#src/text/simplified-han.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'
import { overlaps } from '#src/text/windows.ts'
import { everydayStems, ideographicSubjects, isKin, isSensitive, listRelatedStems } from './subjects.ts'
import { isIdeographic, isInQuotes, listWords, stemLightly, stripKana } from './words.ts'

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
    'around into to against bei seit nach vor mit aus wahrend gegen en con desde durante entre para contra avec chez ' +
    'depuis pendant dans contre pour',
)

/** "The death of my brother" is about the death: after a subject, one of these narrows it. */
const possessive = toSet(
  'of meines meiner deines seines seiner ihres ihrer unseres unserer eines des de del du della dello di',
)

/** After these the subject itself follows, and ends what was narrowed. */
const pointing = toSet('about uber sobre von acerca')

/** Company: "the quarrel with Karl Anders" is about Karl Anders, too. */
const company = toSet('with mit con avec')

/** In the Romance languages a noun stands after one of these, and a verb does not. */
const determiners = toSet(
  'el la los las un una unos unas lo al del de mi mis tu su sus nuestro nuestra nuestros nuestras sobre por y ni e o ' +
    'le les l une des du d mon ma mes ton ta son sa ses notre nos votre vos leur leurs sur au aux et ou ' +
    'il gli i uno della dello dei degli delle dell mio mia miei mie suo sua suoi sue di da su sul sulla',
)

/** How people word a boundary; none of it is what the boundary is about. */
const requests = toSet(
  'bring raise dig touch refer cover include reveal share print publish write poke press rather prefer limits limit ' +
    'table bounds business private privat privee privado happened off ex former talk talks talking speak speaking ' +
    'discuss discussing discussed mention mentioned mentioning ask asks asked asking question questions answer topic ' +
    'topics subject subjects boundary avoid skip leave left keep kept comment want wants wish prefer know reader readers ' +
    'word words page pages name names ' +
    'fragen frage sprechen gesprochen reden erwahnen erwahnt schreiben thema lass lassen raus privatsache geht gehen ' +
    'wen niemanden bleibt bleiben bleiben tabu wort worte leser seite seiten zeitung artikel offentlichkeit ruhe spiel ' +
    'name namen sage sagen ' +
    'hablar habla hablen preguntas pregunta preguntar mencionar mencionarlos mencione tema quiero quisiera preferiria ' +
    'gustaria asunto mio mia toquen toque salga saquen borren borrar queda quede dejar dejen dejemos fuera evitar ' +
    'eviten sitio pagina paginas lectores prensa nombre nombres palabra palabras paz opino ' +
    'parler parlez parlons question demander demandez mentionner mentionnez sujet veux voudrais aimerais prefere evoquer ' +
    'evoquez souhaite aborder abordez regarde concerne concernent combien reste laisse laissez laissons tranquille ' +
    'raconter racontee racontez evitez page lecteurs presse nom noms mot mots place clos paix ' +
    'parlare domande chiedere argomento pagina nome lettori ' +
    '話 質問 聞 触 書 避 載 公開 非 言及 語 事 件 断 名前 出 巻 込 記事 掲載 紹介 伏 秘密 内緒 関係 読者 原稿 理由 原因 経緯 詳細 話題 ' +
    '内容 遠慮',
)

/** The subjects that a boundary keeps out. A wording that names nothing ("not that") means its question. */
export function* listSubjects({ id, wording, question }: Boundary, artistName: string): TimeSliced<Subject[]> {
  const name = new Set(listWords(artistName).map(({ stem }) => stem))
  for (const text of [wording, question]) {
    for (const isRequest of [isVerb, () => false]) {
      const phrases = yield* parsePhrases(text, name, isRequest)
      if (phrases.length > 0) return selectMeant(phrases).map((phrase) => toSubject(phrase, id))
    }
  }
  return []
}

type Place = { wording: string; language: Language; word: FoldedWord; before: string | undefined }

/** Whether a word asks for something rather than names it, by how a language writes its nouns. */
function isVerb({ wording, language, word: { word, start }, before }: Place): boolean {
  if (language === 'de') return /^\p{Ll}/u.test(wording.slice(start))
  if (language === 'en' || language === 'ja') return false
  const isElided = /['’]$/.test(wording.slice(0, start)) || word.includes("'")
  return !isElided && !determiners.has(before ?? '') && !(start > 0 && /^\p{Lu}/u.test(wording.slice(start)))
}

function* parsePhrases(
  wording: string,
  name: ReadonlySet<string>,
  isRequest: (place: Place) => boolean,
): TimeSliced<Phrase[]> {
  const phrases: Phrase[] = []
  let phrase: Phrase | undefined
  let [narrows, isWith, last] = [false, false, 0]
  const words = yield* listWordingWords(wording)
  const language = detectLanguage(wording)
  for (const [at, { word, start, end }] of words.entries()) {
    yield
    const between = wording.slice(last, start)
    last = end
    if (/[.;!?]/.test(between)) narrows = false
    if (/[^\s'’-]/.test(between) || (isIdeographic(word) && (between !== '' || isSensitive(word)))) phrase = undefined
    // "L'hôpital", "d'argent": what stands before the apostrophe is an article or a preposition.
    const parts = word.split("'")
    const isElided = parts.length > 1 && (stopWords.has(parts[0] ?? '') || parts[0]?.length === 1)
    const part = stripKana(parts[isElided ? 1 : 0] ?? '')
    const stem = stemLightly(part)
    const place = { wording, language, word: { word, start, end }, before: words[at - 1]?.word }
    const isAsked = (phrase === undefined || language === 'de') && !isSensitive(stem) && isRequest(place)
    // "Years of drinking" is about drinking.
    if (possessive.has(word)) narrows = phrases.some(isSpecific) || narrows
    // A name may be a word of another language: "mia", "page".
    const isNamed =
      language !== 'de' && start > 0 && /^\p{Lu}\p{Ll}/u.test(wording.slice(start)) && !stopWords.has(part)
    if ((isEmpty(word, part) && !isNamed) || isAsked || name.has(stem)) {
      phrase = undefined
      if (pointing.has(word)) narrows = false
      else if (narrowing.has(word)) narrows = true
      isWith = company.has(word) || (isWith && narrows && !narrowing.has(word))
      continue
    }
    // "父の病気" is about the illness.
    const isOwner =
      (wording[end] === 'の' && words.some((one) => one.start === end + 1 && isSensitive(one.word))) ||
      (isIdeographic(word) && /^での?(?!は)/u.test(wording.slice(end)))
    if (phrase === undefined) {
      phrase = { words: [], narrows: narrows || isOwner, isWith }
      phrases.push(phrase)
    }
    phrase.words.push({
      stem,
      isCapital: start > 0 && /^\p{Lu}[^\p{Lu}]/u.test(wording.slice(start)) && !isSensitive(stem),
      isOwner: /^.{0,2}['’]s?(?![\p{L}])|['’]s$/u.test(wording.slice(end - 2, end + 2)),
      isQuoted: isInQuotes(wording, start),
    })
  }
  return phrases
}

/** The words of a wording. The segmenter may take those of Japanese apart; subjects of the table stay whole. */
function* listWordingWords(wording: string): TimeSliced<FoldedWord[]> {
  const subjects = [...simplifyHan(wording).matchAll(ideographicSubjects)].map((found) => ({
    word: fold(found[0]),
    start: found.index,
    end: found.index + found[0].length,
  }))
  const words = [...subjects]
  for (const word of yield* foldWordsInSlices(wording)) {
    if (!subjects.some((subject) => overlaps(subject, word))) words.push(word)
    yield
  }
  return words.toSorted((a, b) => a.start - b.start)
}

const isEmpty = (word: string, part: string): boolean =>
  (!isSensitive(word) && /^[\p{Script=Hiragana}\p{M}]+$/u.test(part)) ||
  stopWords.has(part) ||
  requests.has(part) ||
  narrowing.has(word) ||
  pointing.has(word) ||
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
  // "My son Tam" is the son and Tam.
  const kin = specific.filter(({ stem }) => isKin(stem) || isSensitive(stem))
  const heads = title.length > 0 ? [] : names.length > 0 ? kin : selectHeads(specific)
  return {
    boundaryId,
    heads: isJoined(heads) ? [listParts(heads)] : heads.map(({ stem }) => listRelatedStems(stem)),
    isSensitive: names.length > 0 || heads.some(({ stem }) => isSensitive(stem)),
    names: names.map(({ stem }) => stem),
    title: title.map(({ stem }) => stem),
    together: words.map(({ stem }) => stem),
  }
}

/** Ideographs without a space: a name, or a word that the segmenter takes apart. */
const isJoined = (heads: readonly Term[]): boolean =>
  heads.length > 1 && heads.every(({ stem }) => isIdeographic(stem) && !isSensitive(stem))
const listParts = (heads: readonly Term[]): ReadonlySet<string> =>
  new Set([heads.map(({ stem }) => stem).join(''), ...heads.map(({ stem }) => stem).filter(({ length }) => length > 1)])

/** "My brother's accident" is about the accident, "cancer treatment" about cancer; else the words that are no owner. */
function selectHeads(specific: readonly Term[]): Term[] {
  const free = specific.filter(({ isOwner, isCapital }, at) => at === specific.length - 1 || !(isOwner || isCapital))
  const sensitive = free.filter(({ stem }) => isSensitive(stem))
  return sensitive.length > 0 ? sensitive : free
}

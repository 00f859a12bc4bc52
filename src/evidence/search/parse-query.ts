import { detectLanguage, englishStopWords } from '#src/text/languages.ts'
import { stemWord } from '#src/text/stemmer.ts'
import { computeSimilarity } from './spelling.ts'
import { type SearchWord, tokenizeForSearch, tokenizeSymbols } from './tokenize.ts'

/** One word of a query, and how much it counts beside the others: at most 1. Of a name nothing related is meant. */
export type Term = { word: string; stem: string; weight: number; isName: boolean }

/** A query as it is searched. `compounds` are words that stand for several of its terms, by their stems. */
export type ParsedQuery = { terms: Term[]; compounds: Map<string, Term[]> }

/** Further terms are ignored: a query of 500 code points seldom has more distinct terms. */
const termsMax = 24

/** What a word counts that says how people ask, rather than what about. */
const lowWeight = 0.3

/** How people ask, rather than what about. Such a word counts, but little. */
const lowWeightWords: ReadonlySet<string> = new Set(
  `say says said saying tell tells told telling talk talks talked talking speak speaks spoke speaking mention mentions mentioned
describe describes described explain explains explained discuss discusses discussed ask asks asked think thinks thought view views
opinion opinions feel feels felt know knows knew known get gets got go goes went come comes came make makes made take takes took
want wants wanted give gives gave given let lets use uses used way ways kind kinds sort sorts time times something
mean means meant only happen happens happened become becomes became put puts find finds found story stories quote quotes passage
passages artist artists interview interviews according regarding concerning attitude thoughts remark remarks comment comments reason reasons
detail details definition definitions`.split(/\s+/),
)

/** Words of a query that say nothing about its matter, folded. A query of such words alone is searched by them. */
const ignoredWords: ReadonlySet<string> = englishStopWords.difference(lowWeightWords)

/**
 * The terms of a query. Stop words and the artist's own name, which is in every text, are dropped if other words remain
 * (operations, section 6).
 */
export function parseQuery(query: string, artistName: string): ParsedQuery {
  const all = tokenizeForSearch(query)
  const words = all.filter(({ parts }) => parts === 1)
  const isOwn = createOwnNameTest(artistName)
  const selected = selectFirstSome(
    words.filter(({ word }) => !ignoredWords.has(word) && !isOwn(word)),
    words.filter(({ word }) => !ignoredWords.has(word)),
    words,
    tokenizeSymbols(query),
  )
  const firstAt = words[0]?.start ?? 0
  // A capital begins a sentence as well, and says nothing where every word has one, or in German every noun.
  const isCapital = (start: number) => /^[\p{Lu}\p{N}]/u.test(query.slice(start))
  const isOfNames = detectLanguage(query) !== 'de' && !selected.every(({ start }) => isCapital(start))
  const terms: Term[] = []
  for (const { word, start } of selected) {
    const stem = stemWord(word)
    if (terms.length === termsMax || terms.some((term) => term.stem === stem)) continue
    const weight = lowWeightWords.has(word) ? lowWeight : 1
    terms.push({ word, stem, weight, isName: isOfNames && start > firstAt && isCapital(start) })
  }
  return { terms, compounds: findCompounds(all, terms) }
}

const selectFirstSome = (...lists: SearchWord[][]): SearchWord[] => lists.find(({ length }) => length > 0) ?? []

/** The compounds of a query, and its neighbouring words written as one: "hip hop" finds hiphop. */
function findCompounds(all: SearchWord[], terms: Term[]): Map<string, Term[]> {
  const compounds = new Map<string, Term[]>()
  const add = (word: string, parts: SearchWord[]) => {
    const stems = parts.map((part) => stemWord(part.word))
    const joined = terms.filter(({ stem }) => stems.includes(stem))
    if (joined.length > 0) compounds.set(stemWord(word), joined)
  }
  for (const [at, { word, parts }] of all.entries()) {
    const next = all[at + 1]
    if (parts > 1) add(word, all.slice(at - parts, at))
    else if (next?.parts === 1 && [word, next.word].every((one) => !ignoredWords.has(one)))
      add(word + next.word, all.slice(at, at + 2))
  }
  return compounds
}

/** Recognises the words of the artist's name, misspelt ones too. */
function createOwnNameTest(artistName: string): (word: string) => boolean {
  const names = tokenizeForSearch(artistName).map(({ word }) => word)
  return (word) => names.some((name) => computeSimilarity(word, name) > 0)
}

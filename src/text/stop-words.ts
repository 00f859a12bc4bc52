import { englishStopWords } from './languages.ts'

/** How people ask, rather than what about. Such a word counts, but little. */
const faint = `say says said saying tell tells told telling talk talks talked talking speak speaks spoke speaking mention mentions mentioned
describe describes described explain explains explained discuss discusses discussed ask asks asked think thinks thought view views
opinion opinions feel feels felt know knows knew known get gets got go goes went come comes came make makes made take takes took
want wants wanted give gives gave given let lets use uses used way ways kind kinds sort sorts time times something
mean means meant only happen happens happened become becomes became put puts find finds found story stories quote quotes passage
passages artist artists interview interviews according regarding concerning attitude thoughts remark remarks comment comments reason reasons
detail details definition definitions`

export const lowWeightWords: ReadonlySet<string> = new Set(faint.trim().split(/\s+/))

/** Words of a query that say nothing about its matter, folded. A query of such words alone is searched by them. */
export const ignoredWords: ReadonlySet<string> = englishStopWords.difference(lowWeightWords)

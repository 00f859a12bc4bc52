// Words of a query that say nothing about its matter, folded. A query of such words alone is searched by them.
const silent = `a an the this that these those some any no none each every either neither both all such same other another own
i me my mine myself we us our ours ourselves you your yours yourself he him his himself she her hers herself
it its itself they them their theirs themselves one ones who whom whose which what someone somebody something
and or but nor so yet if then than because while when where why how whether though although until unless since
of in on at by for from to into onto out off up down over under with without within about against between through
during before after above below across along around among toward towards upon via per as like ever
am is are was were be been being do does did done doing have has had having can could will would shall should may
might must ought don doesn didn isn aren wasn weren hasn haven hadn won wouldn shouldn couldn cannot ain mustn ll ve d s t m
re not never also too very just even still again already always often sometimes here there now once quite
rather almost much many more most less least few lot lots well really simply perhaps maybe yes ok okay
anything everything nothing anyone anybody nobody everyone everybody thing things etc please`

/** How people ask, rather than what about. Such a word counts, but little. */
const faint = `say says said saying tell tells told telling talk talks talked talking speak speaks spoke speaking mention mentions mentioned
describe describes described explain explains explained discuss discusses discussed ask asks asked think thinks thought view views
opinion opinions feel feels felt know knows knew known get gets got go goes went come comes came make makes made take takes took
want wants wanted give gives gave given let lets use uses used way ways kind kinds sort sorts time times something
mean means meant only happen happens happened become becomes became put puts find finds found story stories quote quotes passage
passages artist artists interview interviews`

const parseWords = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

export const ignoredWords = parseWords(silent)
export const lowWeightWords = parseWords(faint)

/* What a text shows of its language: the words that carry no subject, and how a sentence refers to others. */
import { foldWords } from './fold.ts'

export type Language = 'en' | 'de' | 'es' | 'fr' | 'it' | 'ja'

const toSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Articles, pronouns, prepositions and auxiliaries, by which a language is also recognised. */
const functionWords: Readonly<Record<Exclude<Language, 'ja'>, ReadonlySet<string>>> = {
  en: toSet(`a an the this that these those some any no none each every either neither both all such same other another own
    i me my mine myself we us our ours ourselves you your yours yourself he him his himself she her hers herself
    it its itself they them their theirs themselves one ones who whom whose which what someone somebody something
    and or but nor so yet if then than because while when where why how whether though although until unless since
    of in on at by for from to into onto out off up down over under with without within about against between through
    during before after above below across along around among toward towards upon via per as like together
    am is are was were be been being do does did done doing have has had having can could will would shall should may
    might must ought don doesn didn isn aren wasn weren hasn haven hadn won wouldn shouldn couldn cannot ain mustn ll ve
    re t not never ever also too very just only even still again already always often sometimes here there now once quite
    rather almost much many more most less least few lot lots well really simply perhaps maybe yes ok okay nothing
    anything everything anyone anybody nobody everyone everybody etc d s m
    please go goes going went gone get gets getting got make makes
    making made let lets thing things way say says said`),
  de: toSet(`der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner und oder aber denn
    weil dass wenn als ob wie wo wer was wann warum ich mich mir mein meine meinen meinem meiner meines du dich dir dein
    er ihn ihm sein seine seinen seinem seiner sie ihr ihre ihren ihrem ihrer es wir uns unser unsere unseren unserem
    man sich in im an am auf aus bei beim mit nach seit von vom zu zum zur uber unter vor hinter neben zwischen durch
    fur gegen ohne um bis wegen trotz wahrend nicht nie niemals nichts nur auch schon noch sehr so da dann dort hier
    jetzt immer wieder mehr ist bin bist sind waren wird werden wurde wurden worden habe hat haben hatte hatten
    mochte mochten konnen mussen sollen wollen kann konnte muss musste soll sollte will wollte darf bitte ja nein doch etwas alles alle`),
  es: toSet(`el la los las un una unos unas lo al del de en y o u pero porque que si como donde quien cual cuando yo me mi
    mis tu tus te el ella su sus se le les nos nosotros nuestro nuestra nuestros nuestras ellos ellas usted esto
    esta este estos estas eso esa ese a ante bajo con contra desde durante entre hacia hasta para por segun sin sobre
    tras no nunca jamas nada nadie ni tambien ya muy mas menos solo siempre es soy eres son era eran fue fueron ser sido
    estoy estaba estuvo ha he han habia hay tiene tengo tenia puede favor todo todos toda todas algo aqui alli`),
  fr: toSet(`le la les un une des du de d l et ou mais car parce que qu qui quoi dont si comme ou quand je j me m mon ma
    mes tu te ton ta tes il elle on se s son sa ses nous notre nos vous votre vos ils elles leur leurs ce cet cette ces c
    cela ca a au aux en dans par pour sur sous avec sans chez vers entre avant apres depuis pendant contre ne n pas
    jamais rien personne ni aussi deja tres plus moins toujours est suis es sont etait etaient fut etre ete ai as a ont
    avait avaient y peut doit tout tous toute toutes quelque ici la oui non`),
  it: toSet(`il lo la i gli le un uno una del dello della dei degli delle di a al allo alla ai agli alle da dal dalla in
    nel nella nei nelle con su sul sulla per tra fra e ed o ma perche che chi cui se come dove quando io mi miei
    mie tu ti tuo tua lui lei si suo sua suoi sue noi ci nostro nostra voi loro questo questa questi queste quello quella
    non mai niente nulla nessuno ne anche gia molto piu meno sempre solo e sono sei era erano fu essere stato stata ho
    ha hanno aveva avevo puo tutto tutti tutta tutte qui`),
}

/** The English ones alone. */
export const englishStopWords: ReadonlySet<string> = functionWords.en

/** Words without a subject of their own, in any of the languages. */
export const stopWords: ReadonlySet<string> = new Set(Object.values(functionWords).flatMap((words) => [...words]))

/** UTF-16 code units by which a language is recognised. */
const detectedCharsMax = 3_000

/** The language of a text, by the most frequent words of its start; English where nothing decides. */
export function detectLanguage(whole: string): Language {
  const text = whole.slice(0, detectedCharsMax)
  if ((text.match(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0) > text.length / 10) return 'ja'
  const counts = Object.entries(functionWords).map(([language]) => ({ language: language as Language, count: 0 }))
  for (const { word } of foldWords(text)) {
    for (const one of counts) if (functionWords[one.language as 'en'].has(word)) one.count += 1
  }
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).language
}

/** Alternatives of a regular expression that match whole words: `\b` and `\W` know the letters of English alone. */
export const asWords = (...alternatives: string[]): string =>
  String.raw`(?<![\p{L}\p{M}\p{N}])(?:${alternatives.join('|')})(?![\p{L}\p{M}\p{N}])`

/** A text as it stands in a regular expression of Unicode, which knows no other escape of a character. */
export const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

/** What may stand before the first word of a sentence. */
export const beforeWords = String.raw`^[^\p{L}\p{N}]*`

/** Alternatives of a regular expression. */
const any = (...words: string[]): string => words.join(' ').replaceAll(' ', '|')

/** Articles that stand before an occupation. */
export const articles = any(
  'an? the An? The eine? einer Eine? der die das den dem Der Die Das un una el la los las Un Una El La',
  'une le les Une Le uno il lo gli Il Lo',
)

/** "Mara Quill is a singer": the verbs of such a sentence. */
export const being = [
  '(?:(?:is|was) known as|is|are|was|were|has been|ist|sind|war|waren|gilt als|es|son|era|eran|fue|fueron)',
  '(?:est|sont|était|étaient|fut|è|sono|erano|fu)',
].join('|')

/** Adjectives that follow an occupation: "la pianista inglesa". */
export const nationalities = String.raw`\p{Ll}+(?:es[ae]?|és|ès|aise?|aine?|an[ao]|ienne?|ol[ae]?|eñ[ao]|in[ao]|c[ao]|que|ande?|uss?[aeo])`

export const honorifics = any(
  'Mr Mrs Miss Ms Mme Mlle Madame Monsieur Dr Prof Professor Sir Dame Lady Herr Frau Señora? Sra? Don',
  'Doña Signora? Sig Maestro Maestra',
)

/** Occupations of music artists, and what groups of them are. */
export const occupations = [
  '(?:pian|organ|harp|harfen|arp|violin|violon|viol|cell|violoncell|violonchel|guitar|guitarr|gitarr|chitarr|flaut|flöt|',
  'flût|flut|bass|baj|contrebass|bater|batter|percussion|percussionn|percusion|saxophon|saxofon|sassofon|trombon|tromb|',
  'trompet|trompett|klarinett|clarinett?|accordion|accordéon|akkordeon|acordeon|lauten|fagott?)ist(?:as?|es?|i|s|in|innen|en)?|',
  'singers?|songwriters?|composers?|conductors?|teachers?|instructors?|professors?|drummers?|rappers?|producers?|',
  'musicians?|virtuosos?|trumpeters?|fiddlers?|performers?|bandleaders?|DJs?|artists?|bands?|duo|trio|quartet|quintet|',
  'orchestra|choir|(?:[Kk]omponist|[Ss]änger|[Mm]usiker|[Gg]eiger|[Dd]irigent|[Kk]ünstler|[Ll]ehrer|',
  '[Pp]rofessor|[Pp]roduzent|[Ss]chlagzeuger|[Rr]apper|[Ll]iedermacher)(?:in|innen|en)?|\\p{Lu}[\\p{Ll}]*(?:sänger|lehrer|musiker|spieler)(?:in)?|',
  '(?:Pian|Organ|Violin|Cell|Gitarr|Flöt|Bass|Saxophon|Saxofon|Klarinett|Akkordeon|Harfen|Percussion)ist(?:in)?|',
  'cantantes?|cantaut(?:or|ora|ores)|compositor(?:a|as|es)?|músic[oa]s?|directora?|profesora?|artistas?|productora?|banda|',
  'chanteu(?:r|se)s?|composit(?:eur|rice|ore|ori)s?|musicien(?:ne)?s?|artistes?|chef d’orchestre|auteure?|product(?:eur|rice)|',
  'cantautric[ei]|cantautor[ei]|musicist[aie]|direttor[ei]|direttrice|artist[aie]|produttor[ei]|maestr[oa]|',
  '歌手|ピアニスト|作曲家|演奏家|音楽家|奏者|ミュージシャン|ギタリスト|歌い手|指揮者|バンド',
].join('')

/** Words by which a sentence points at the one before it, in the languages above. */
const pointers =
  'this that these those such he she it they his her their its him them here then so but and or yet thus hence ' +
  'however therefore another my dies dieser diese dieses diesem diesen jener jene jenes er sie es ihr ihre ihrem ihren ' +
  'sein seine seinem seinen dann dort da aber und doch este esta estos estas ese esa esos esas él ella ellos su sus ' +
  'entonces pero y allí ce cette ces cet cela il elle ils elles son sa ses leur puis mais et questo questa questi ' +
  'queste quello quella quelli quelle lui lei loro suo sua allora ma e perciò deshalb darum deswegen trotzdem außerdem ' +
  'además ainsi pourtant cependant moreover besides also'

/** "In this exercise", "Apropos of this", "My visit": a sentence that leans on the one before it. */
export const leaning = new RegExp(
  [
    `${beforeWords}(?:(?:in|at|on|from|after|before|for|with|during|by|to|of|about|as for|(?:apropos|because|instead|in spite) of) )?`,
    `(?:${asWords(pointers.replaceAll(' ', '|'), 'there(?! (?:is|are|was|were|will|may|can))', 'the (?:former|latter|same|other)')}`,
    '|(?:これ|それ|あれ|この|その|あの|彼|しかし|そして|だが|だから))',
  ].join(''),
  'iu',
)

const firstPerson =
  /(?<!\p{L})(?:I|me|my|myself|we|our|ich|mich|mir|mein\p{L}*|yo|mi|mis|je|j'\p{L}+|mon|ma|mes|io|mio|mia)(?!\p{L})/u
// «French» and »German« marks: what closes a quotation in one opens it in the other.
const quoted = /[«»][^«»]*[«»]?|["“„「][^"”“」]*["”“」]?|‘[^‘]*?’(?!\p{L})/gu

/** The text with spaces for what stands in quotation marks, unit for unit as long. */
export const maskQuotations = (text: string): string => text.replaceAll(quoted, (said) => ' '.repeat(said.length))

/** Whether a sentence says "I" outside of quotation marks, as a visitor or the writer of a portrait does. */
export const speaksInFirstPerson = (sentence: string): boolean =>
  firstPerson.test(maskQuotations(sentence).replaceAll('’', "'"))

import porter2 from 'wink-porter2-stemmer'

/**
 * The stem of a folded word, which its inflected forms share (teach, teaches, taught); it need not be a word itself.
 * English after Porter 2, with irregular forms and British spellings; Korean nouns lose their particle; words of other
 * scripts are their own stems.
 */
export function stemWord(word: string): string {
  if (/^\p{Script=Hangul}/u.test(word)) return stripParticle(word)
  if (!/^[a-z]{3,}$/.test(word)) return word
  return porter2(americanize(irregularForms.get(word) ?? word))
}

/** The word as American print spells it, as far as rules go: colour, analyse, theatre, practise, grey, travelled. */
function americanize(word: string): string {
  return word
    .replace(/^grey/, 'gray')
    .replace(/^practis/, 'practic')
    .replace(/^programme/, 'program')
    .replace(/^defence|^offence|^licence/, (part) => part.replace('nce', 'nse'))
    .replace(/(.{3})ys(e|ed|es|ing|er|ers)$/, '$1yz$2')
    .replace(/(.{3})is(e|ed|es|ing|er|ers|ation|ations)$/, '$1iz$2')
    .replace(/(?!flour$)(.{2})our(s|ed|ing|ful|ite|able|ist|al|less|er|ers)?$/, '$1or$2')
    .replace(/(theat|cent|met|lit|fib|calib|somb|lust|meag|maneuv|manoeuv|spect)re(s|d)?$/, '$1er$2')
    .replace(/(.{2}[aeiou])ll(ed|ing|er|ers)$/, '$1l$2')
}

/** Particles that Korean writes onto a noun, the longest first. */
const particles =
  '에서는 에게서 으로는 이라는 에서 에게 한테 으로 부터 까지 처럼 보다 이나 라는 은 는 이 가 을 를 의 에 와 과 도 로 만'.split(
    ' ',
  )

/**
 * A Korean noun before its particle, of two syllables at least; folding takes syllables apart, so they are put together
 * and apart again.
 */
function stripParticle(word: string): string {
  const syllables = word.normalize('NFC')
  const particle = particles.find((end) => syllables.endsWith(end) && syllables.length - end.length >= 2)
  return particle === undefined ? word : syllables.slice(0, -particle.length).normalize('NFKD')
}

/*
 * English forms that no rule of endings reaches: the dictionary form first, then its others. In folded spelling.
 */
const lines = `
arise arose arisen|awake awoke awoken|be is am are was were been being|bear bore borne|beat beaten|become became|begin began begun
bend bent|bind bound|bite bit bitten|bleed bled|blow blew blown|break broke broken|breed bred|bring brought|build built|burn burnt
buy bought|catch caught|choose chose chosen|cling clung|come came|creep crept|deal dealt|die died dies dying|dig dug|do does did done
draw drew drawn|dream dreamt|drink drank drunk|drive drove driven|dwell dwelt|eat ate eaten|fall fell fallen|feed fed|feel felt
fight fought|find found|flee fled|fling flung|fly flew flown|forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven
freeze froze frozen|get got gotten|give gave given|go goes went gone|grind ground|grow grew grown|hang hung|have has had|hear heard|agree agreed|free freed|guarantee guaranteed
hide hid hidden|hold held|keep kept|kneel knelt|know knew known|lay laid|lead led|lean leant|leap leapt|learn learnt|leave left
lend lent|lie lay lain lying|light lit|lose lost|make made|mean meant|meet met|mistake mistook mistaken|overcome overcame|pay paid
prove proven|ride rode ridden|ring rang rung|rise rose risen|run ran|saw sawn|say said|see saw seen|seek sought|sell sold|send sent
sew sewn|shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept
slide slid|smell smelt|sow sown|speak spoke spoken|spell spelt|spend spent|spill spilt|spin spun|spoil spoilt|spring sprang sprung
stand stood|steal stole stolen|stick stuck|sting stung|strike struck stricken|string strung|strive strove striven|swear swore sworn
sweep swept|swell swollen|swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown
tie tied ties tying|understand understood|undertake undertook undertaken|undergo underwent undergone|wake woke woken|wear wore worn
weave wove woven|weep wept|win won|wind wound|withdraw withdrew withdrawn|write wrote written|rewrite rewrote rewritten
child children|man men|woman women|foot feet|tooth teeth|goose geese|mouse mice|person people|life lives|wife wives|knife knives
half halves|leaf leaves|self selves|shelf shelves|thief thieves|wolf wolves|loaf loaves|calf calves|hero heroes|echo echoes
medium media|phenomenon phenomena|criterion criteria|analysis analyses|basis bases|crisis crises|thesis theses|tempo tempi
concerto concerti|virtuoso virtuosi|libretto libretti|crescendo crescendi|index indices|lady ladies|brother brethren|penny pence|die dice`

/**
 * Every other form → its dictionary form. Where a form belongs to two words ("lay", "saw"), the commoner one has it.
 */
const irregularForms: ReadonlyMap<string, string> = new Map(
  lines
    .trim()
    .split(/[|\n]/)
    .map((line) => line.split(' '))
    .flatMap(([base = '', ...forms]) => forms.map((form): [string, string] => [form, base])),
)

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
export const irregularForms: ReadonlyMap<string, string> = new Map(
  lines
    .trim()
    .split(/[|\n]/)
    .map((line) => line.split(' '))
    .flatMap(([base = '', ...forms]) => forms.map((form): [string, string] => [form, base])),
)

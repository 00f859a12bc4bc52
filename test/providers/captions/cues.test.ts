import t from 'tap'
import { readCues } from '#src/research/providers/captions/cue-file.ts'
import { cleanCueLine, parseSubtitles as parsing } from '#src/research/providers/captions/subtitles.ts'
import { runAtOnce } from '#src/text/time-slices.ts'

const parseSubtitles = (content: string) => runAtOnce(parsing(content))

const parseLines = (content: string, form: 'webvtt' | 'srt') =>
  runAtOnce(readCues(content, form)).map(({ lines }) => lines.join('|'))
const vtt = (...blocks: string[]) => ['WEBVTT', ...blocks].join('\n\n')
const cue = (text: string, second = 1) => `00:0${second}.000 --> 00:0${second + 1}.000\n${text}`

t.test('the lines of a cue are its text, whatever they begin with', async (t) => {
  const note = cue('The door is open.\nNOTE the seventh stop is stuck.')
  t.same(parseLines(vtt(note, cue('STYLE is all.\nREGION of hills', 3)), 'webvtt'), [
    'The door is open.|NOTE the seventh stop is stuck.',
    'STYLE is all.|REGION of hills',
  ])
})

t.test('blocks of notes, styles and regions, and everything before the first cue, are no text', async (t) => {
  const file = vtt(
    'STYLE\n::cue(b) { color: lime }',
    'REGION\nid:fred\nwidth:40%',
    'NOTE\nlong,\nof two lines',
    `intro\n${cue('One.')}`,
    'NOTE short',
    cue('Two.', 3),
    'STYLE\n::cue {}',
    cue('Three.', 5),
  )
  t.same(parseLines(file, 'webvtt'), ['One.', 'Two.', 'Three.'])
  t.same(parseLines(`WEBVTT - a title\nKind: captions\nLanguage: en\n${cue('At once.')}`, 'webvtt'), ['At once.'])
})

t.test('a cue with unreadable times is left out, and no other', async (t) => {
  for (const broken of [
    '00:00:03 --> 00:00:04 bad timing',
    '00:03.000 --> oops',
    '00:03.000 --> 00:04.000bad',
    'soon --> 00:04.000',
    '-00:00:03,000 --> 00:00:04,000',
    '00:00:03,000 --> -00:00:04,000',
    '--> 00:04.000',
  ]) {
    t.same(parseLines(vtt(cue('One.'), `${broken}\nNot said.`, cue('Two.', 5)), 'webvtt'), ['One.', 'Two.'], broken)
    const srt = `1\n00:00:01,000 --> 00:00:02,000\nOne.\n\n2\n${broken}\nNot said.\n\n3\n00:00:05,000 --> 00:00:06,000\nTwo.`
    t.same(parseLines(srt, 'srt'), ['One.', 'Two.'], `${broken} in SRT`)
  }
})

t.test('times are read as leniently as players read them', async (t) => {
  const expected = { startMs: 61_500, endMs: 3_602_000 }
  for (const timing of [
    '00:01:01.500 --> 01:00:02.000',
    '00:01:01,500 --> 01:00:02,000',
    '01:01.500-->1:00:02.000',
    ' 0:01:01.5 \t-->\t01:00:02.0  align:start position:0%',
    '00: 01: 01, 500 -> 01: 00: 02, 000',
    '\u202b00:01:01,500 --> 01:00:02,000\u202c',
    '00:01:01,50 --> 01:00:02,00 X1:40 X2:600 Y1:20 Y2:50',
  ]) {
    t.match(runAtOnce(readCues(`WEBVTT\n\n${timing}\nx`, 'webvtt')), [expected], timing)
  }
})

t.test('SRT comes without numbers, and without empty lines between cues', async (t) => {
  const file = '1\n00:00:01,000 --> 00:00:02,000\nOne.\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo,\nand more.\n'
  const texts = ['One.', 'Two,|and more.']
  t.same(parseLines(file, 'srt'), texts)
  t.same(parseLines(file.replaceAll('\n\n', '\n'), 'srt'), texts, 'no empty line')
  t.same(parseLines(file.replace(/^\d\n/gm, ''), 'srt'), texts, 'no numbers')
  const saying = (said: string) => file.replace(/^[12]\n/gm, '').replace('One.', said)
  t.same(parseLines(saying('2'), 'srt'), ['2', 'Two,|and more.'], 'a number said')
  t.same(parseLines(saying('212').replaceAll('\n', '\n\n'), 'srt'), ['212', 'Two,|and more.'], 'and apart')
  t.same(parseLines(file.replace('One.', 'One.\n\nstill one.'), 'srt'), ['One.|still one.', 'Two,|and more.'])
  t.same(parseLines(file.replace('One.', 'this --> that'), 'srt'), ['this --> that', 'Two,|and more.'], 'an arrow said')
})

t.test('only tags, times and references are removed from a line', async (t) => {
  const lines = {
    'caf&eacute; &#8211; &apos;&#x27; &amp;lt; &nbsp;x': "café – '' &lt; x",
    'a<b and c>d': 'a<b and c>d',
    '3 < 4 and 5 > 2': '3 < 4 and 5 > 2',
    '<v.loud Mara Quill>Low</v> <c.yellow.bg_blue>water</c>': 'Low water',
    'so<00:00:01.500> the<00:00:02.000><c> organ</c>': 'so the organ',
    '<lang en-GB>colour</lang> <ruby>言葉<rt>ことば</rt></ruby>': 'colour 言葉',
    '{\\an8}{\\pos(10,20)}<font color="#ff0000">Red</font> <I>leaning</I>': 'Red leaning',
    '{laughs} <laughs> AT&T &unknown; &copy': '{laughs} <laughs> AT&T &unknown; &copy',
    '<p>para</p> <http://a.example>': '<p>para</p> <http://a.example>',
  }
  for (const [line, read] of Object.entries(lines)) t.equal(cleanCueLine(line), read, line)
})

const readText = (file: string) => {
  const spoken = parseSubtitles(file)
  return typeof spoken === 'string' ? spoken : spoken.text.split('\n')
}
const formatCue = (from: string, to: string, text: string) => `${from} --> ${to}\n${text}`

t.test('captions made by a machine: words come one by one, and each line is shown again for an instant', async (t) => {
  const file = vtt(
    formatCue('00:00:00.160', '00:00:02.310', ' \nso<00:00:00.480><c> the</c><00:00:01.000><c> organ</c>'),
    formatCue('00:00:02.310', '00:00:02.320', 'so the organ\n '),
    formatCue('00:00:02.320', '00:00:04.000', 'so the organ\nhad<00:00:02.800><c> eleven</c>'),
    formatCue('00:00:04.000', '00:00:04.010', 'had eleven\n '),
    formatCue('00:00:04.010', '00:00:06.000', 'had eleven\nstops'),
  )
  t.same(readText(file), ['so the organ', 'had eleven', 'stops'])
})

const roll = (...shown: string[]) =>
  readText(vtt(...shown.map((text, at) => formatCue(`00:0${at}.000`, `00:0${at + 1}.000`, text))))

t.test('captions that roll in several lines repeat all of them together', async (t) => {
  const grown = roll('so the organ\nhad eleven', 'so the organ\nhad eleven stops\nand a bell')
  t.same(grown, ['so the organ had eleven stops', 'and a bell'])
  t.same(roll('so the organ\nhad eleven', 'had eleven\nstops'), ['so the organ had eleven', 'stops'], 'or the last')
  t.same(roll('-No.\n-Yes.', '-Never.\n-Yes. Always.'), ['-No. -Yes.', '-Never. -Yes. Always.'], 'under another line')
  t.same(roll('No', 'Nobody came.'), ['No', 'Nobody came.'], 'by whole words')
})

t.test('after rolling captions, too, a line that comes again later was said twice', async (t) => {
  const rolled = [cue('so the organ', 1), cue('so the organ\nhad eleven', 2)]
  const later = formatCue('00:03.001', '00:04.000', 'had eleven')
  t.same(readText(vtt(...rolled, later)), ['so the organ', 'had eleven', 'had eleven'])
})

t.test('a highlighted word does not make a new line', async (t) => {
  const sung = ['<b>so</b> the organ', 'so <b>the</b> organ', 'so the <b>organ</b>']
  t.same(roll(...sung), ['so the organ'])
  const overlapping = ['so the organ', 'so the organ', 'so the organ'].map((text, at) =>
    formatCue(`00:0${at}.000`, '00:09.000', text),
  )
  t.same(readText(vtt(...overlapping)), ['so the organ'], 'nor do times that overlap')
})

t.test('a repeated line is written twice', async (t) => {
  t.same(readText(vtt(cue('No.', 1), cue('No.', 2))), ['No.', 'No.'], 'one at once after the other')
  t.same(readText(vtt(cue('No.', 1), cue('No.', 5), cue('No.', 7))), ['No.', 'No.', 'No.'], 'with pauses')
  t.same(readText(vtt(cue('-No.\n-Yes.', 1), cue('-Yes.', 2))), ['-No. -Yes.', '-Yes.'])
  const grown = (from: string) => readText(vtt(cue('No.', 1), formatCue(from, '00:09.000', 'No. Never.')))
  t.same([grown('00:03.000'), grown('00:03.001')], [['No. Never.'], ['No.', 'No. Never.']], 'more than a second after')
})

t.test('an empty cue does not separate two rolling ones', async (t) => {
  const file = vtt(
    formatCue('00:01.000', '00:02.000', 'so the organ had'),
    formatCue('00:02.000', '00:02.010', ' '),
    formatCue('00:02.010', '00:03.000', 'so the organ had\neleven stops'),
  )
  t.same(readText(file), ['so the organ had', 'eleven stops'])
})

t.test('a long file is read up to the limit, and marked as longer', async (t) => {
  const cues = Array.from({ length: 20_000 }, (_, at) => cue(`Line ${at} of the song.`, at % 8))
  const lines = readText(vtt(...cues))
  t.ok(lines.length < 4_000, `${lines.length} lines`)
  t.ok(String(lines).length > 50_000)
  t.equal(readText(vtt(cue('w\n'.repeat(60_000))))[0]?.length, 2 * 50_001 - 1, 'in one cue, too')
})

t.test('cues are read in the order of their time', async (t) => {
  t.same(readText(vtt(cue('Second.', 5), cue('First.', 1))), ['First.', 'Second.'])
})

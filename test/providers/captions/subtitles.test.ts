import t from 'tap'
import { parseSubtitles as parsing } from '#src/research/providers/captions/subtitles.ts'
import { runAtOnce } from '#src/text/time-slices.ts'

const parseSubtitles = (...track: Parameters<typeof parsing>) => runAtOnce(parsing(...track))

const vtt = `WEBVTT - captions
Kind: captions

STYLE
::cue { color: lime }

intro
00:00.400 --> 00:03.900 align:start position:0%
<v Mara>This is the <i>landing</i>.</v>

NOTE this is not spoken

00:00:03.900 --> 00:00:07.200
The trombones &amp; the door
are guessing.
`

t.test('WebVTT: the spoken text, a line a cue, without marks, names, notes and styles', async (t) => {
  const text = 'This is the landing.\nThe trombones & the door are guessing.'
  t.strictSame(parseSubtitles(vtt, null), { form: 'webvtt', text })
  t.strictSame(parseSubtitles(vtt, 'webvtt'), { form: 'webvtt', text })
  t.strictSame(
    parseSubtitles(`\uFEFF${vtt.replaceAll('\n', '\r\n')}`, null),
    { form: 'webvtt', text },
    'with a mark and CRLF',
  )
  t.strictSame(parseSubtitles(vtt.replaceAll(' --> ', '\t-->\t'), 'webvtt'), { form: 'webvtt', text }, 'with tabs')
})

t.test('SRT: numbers and times are left out, numbers that are spoken are not', async (t) => {
  const srt =
    '1\n00:00:01,000 --> 00:00:02,500\n{\\an8}Nineteen women,\none sitting.\n\n2\n00:00:02,500 --> 00:00:04,000\n212\n'
  t.strictSame(parseSubtitles(srt, null), { form: 'srt', text: 'Nineteen women, one sitting.\n212' })
})

t.test('a transcript in JSON is read as the platforms write it', async (t) => {
  const forms = {
    'a list': [{ text: 'One', start: 0 }, { text: 'two' }],
    segments: { language: 'en', segments: [{ text: ' One' }, { text: 'two ' }] },
    utterances: { utterances: [{ speaker: 0, text: 'One' }, { start_time: 5 }, { text: 'two' }] },
    strings: ['One', 'two'],
  }
  for (const [name, form] of Object.entries(forms)) {
    t.strictSame(parseSubtitles(JSON.stringify(form), null), { form: 'json', text: 'One\ntwo' }, name)
  }
  t.match(parseSubtitles('\ufeff[{"text":"One two"}]', null), { form: 'json', text: 'One two' }, 'with a mark')
})

t.test('a file that is no subtitle file, and one without text', async (t) => {
  for (const content of ['<html>', 'just words', '{"half":', '', '{"other":1}'])
    t.equal(parseSubtitles(content, null), 'unsupported')
  t.equal(parseSubtitles('words without times', 'srt'), 'unsupported')
  t.equal(parseSubtitles(`1${'\n'.repeat(40_000)}`, null), 'unsupported', 'a number and many empty lines')
  t.equal(parseSubtitles('WEBVTT\n\n00:01.000 --> 00:02.000\n<i> </i>\n', null), 'empty')
  t.equal(parseSubtitles('WEBVTT\n', null), 'empty')
  t.equal(parseSubtitles('[]', null), 'empty')
  t.equal(parseSubtitles('['.repeat(50_000), 'json'), 'unsupported', 'nested without end')
})

t.test('two megabytes of the worst shapes are read in steps of some milliseconds', async (t) => {
  const cues = (line: string) => {
    const cue = `00:00:00.000 --> 00:00:09.000\n${line}\n\n`
    return `WEBVTT\n\n${cue.repeat(2_000_000 / cue.length)}`
  }
  const oneCue = (lines: string) => `WEBVTT\n\n00:00.000 --> 00:09.000\n${lines}`
  const worst = {
    'short cues': cues('a'),
    'cues of tags': cues('<b></b>'),
    'short cues of SRT': cues('a').replace('WEBVTT', ''),
    'empty lines': `WEBVTT${'\n'.repeat(2_000_000)}`,
    'a cue of a million lines': oneCue('w\n'.repeat(1_000_000)),
    'a cue of lines that say nothing': oneCue('<b></b>\n'.repeat(250_000)),
    'a line of brackets': oneCue('<'.repeat(2_000_000)),
  }
  const workedMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  for (const [name, content] of Object.entries(worst)) {
    const steps = parsing(content, null)
    let [longest, before] = [0, workedMs()]
    for (let step = steps.next(); ; step = steps.next()) {
      const now = workedMs()
      longest = Math.max(longest, now - before)
      before = now
      if (step.done === true) break
    }
    t.comment(`${name}: ${longest.toFixed(0)} ms at most`)
    t.ok(longest < 50, name)
  }
})

import type { RequestListener } from 'node:http'
import t from 'tap'
import { readTrack } from '#src/research/providers/captions/index.ts'
import { parseSubtitles as parsing } from '#src/research/providers/captions/subtitles.ts'
import { runAtOnce } from '#src/text/time-slices.ts'
import { startServer } from '../../support/local-server.ts'
import { createNetwork } from '../http/outside.ts'

const parseSubtitles = (content: string) => runAtOnce(parsing(content))

t.test('a file that is no subtitle file, and one without text', async (t) => {
  for (const content of ['<pre>\n00:01.000 --> 00:02.000\nOne.', 'just words', '{"half":', '', '[{"text":"One"}]'])
    t.equal(parseSubtitles(content), 'unsupported')
  t.equal(parseSubtitles(`1${'\n'.repeat(40_000)}`), 'unsupported', 'a number and many empty lines')
  t.equal(parseSubtitles('WEBVTT\n\n00:01.000 --> 00:02.000\n<i> </i>\n'), 'empty')
  t.equal(parseSubtitles('WEBVTT\n'), 'empty')
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
    'two cues of many lines': oneCue(`${'a\n'.repeat(24_000)}\n00:09.000 --> 00:10.000\n${'b\n'.repeat(24_000)}`),
    'a cue of lines that say nothing': oneCue('<b></b>\n'.repeat(250_000)),
    'a line of brackets': oneCue('<'.repeat(2_000_000)),
  }
  const workedMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  for (const [name, content] of Object.entries(worst)) {
    const steps = parsing(content)
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

const signal = new AbortController().signal
const read = (text: string) => readTrack({ text }, signal)
const text = 'The organ had eleven stops.\nSeven of them answered.'

/** Two cues, the second with this arrow. */
const writeSrt = (arrow = ' --> ') =>
  `1\n00:00:01,000 --> 00:00:02,000\nThe organ had eleven stops.\n\n2\n00:00:03,000${arrow}00:00:04,000\nSeven of them answered.\n`

t.test('a line ends with CR CR LF as with CR LF', async (t) => {
  const srt = writeSrt()
  const vtt =
    'WEBVTT\n\n00:01.000 --> 00:02.000\nThe organ had eleven stops.\n\n00:03.000 --> 00:04.000\nSeven of them answered.\n'
  for (const end of ['\r\n', '\r\r\n', '\r\r\r\n', '\n\r', '\u2028', '\r', '\n']) {
    t.hasStrict(await read(srt.replaceAll('\n', end)), { form: 'srt', text }, `SRT, ${encodeURI(end)}`)
    t.hasStrict(await read(vtt.replaceAll('\n', end)), { form: 'webvtt', text }, `WebVTT, ${encodeURI(end)}`)
  }
  t.hasStrict(await read(srt.replaceAll('\n', '\n\n')), { form: 'srt', text }, 'an empty line after every line')
  t.hasStrict(await read(`\n\n${srt}`), { form: 'srt', text }, 'after empty lines')
  t.hasStrict(await read(`\uFEFF${srt.replaceAll('\n', '\r\r\n')}`), { text }, 'after a byte order mark')
})

t.test('the timing of a cue is read with whatever arrow it has, or its cue is left out', async (t) => {
  const arrows = [' –> ', ' -> ', ' —> ', ' --&gt; ', ' -- > ', ' → ', '->', ' ==> ', ' −−> ', ' －－＞ ', ' --» ']
  for (const arrow of [...arrows, ' ➔ ', ' ⇒ ', ' ']) {
    t.hasStrict(await read(writeSrt(arrow)), { form: 'srt', text }, `SRT, ${arrow}`)
    const vtt = `WEBVTT\n\n00:03.000${arrow}00:04.000\nSeven of them answered.\n`
    t.hasStrict(await read(vtt), { text: 'Seven of them answered.' }, `WebVTT, ${arrow}`)
  }
  const words = '1\n00:00:01,000 --> 00:00:02,000\nfrom 3 -> 4, and 10:30 -> home\n'
  t.hasStrict(await read(words), { text: 'from 3 -> 4, and 10:30 -> home' }, 'an arrow in what is said')
  const half = '1\n00:00:01,000 --> 00:00:02,000\nSaid.\n\n2\n00:00:03,000 -> soon\nNot said.\n'
  t.hasStrict(await read(half), { text: 'Said.' })
})

t.test('a form that is not known is unsupported, and words are taken as they are', async (t) => {
  for (const [name, file] of Object.entries({
    TTML: '<?xml version="1.0"?>\n<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s">The organ</p></div></body></tt>',
    RTF: '{\\rtf1\\ansi The organ had eleven stops.}',
    'XML that ends early': '<tt><body><p>The organ',
    SAMI: '<SAMI><BODY><SYNC Start=1000><P>The organ</SAMI>',
    JSON: '[{"text":"The organ"}]',
    'an empty list': '[]',
    'JSON of another shape': '{"status":"ok","result":{"lines":["The organ"]}}',
    'frames in braces': '{0}{25}The organ had eleven stops.\n{30}{}Seven of them answered.\n',
    MPL2: '[10][20]The organ had eleven stops.\n[30][40]/Seven of them answered.\n',
    'a table': 'start\tend\ttext\n1000\t2000\tThe organ had eleven stops.\n3.5\t4\tSeven of them answered.\n',
    'times before words': '0:01 The organ had eleven stops.\n0:03 Seven of them answered.\n',
    SBV: '0:00:01.000,0:00:02.000\nThe organ had\neleven stops.\n\n0:00:03.000,0:00:04.000\nSeven of them\nanswered.\n',
    LRC: '[ti:Stops]\n[ar:Mara]\n\n[00:01.00]The organ had <00:01.50>eleven stops.\n[00:03.00]Seven of them answered.\n',
    'Advanced SubStation Alpha':
      '[Script Info]\nTitle: T\n\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Arial\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nComment: 0,0:00:00.00,0:00:00.50,Default,,0,0,0,,a note\nDialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,Seven of {\\i1}them{\\i0} answered.\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,The organ had\\Neleven stops.\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0{\\p0}\n',
    MicroDVD: '{"1"}{25}The organ',
  }))
    t.equal(await read(file), 'unsupported', name)
  const times = '10:30 we began.\n10:40 they sang.\nIt was late.\nWe left.\nIt rained.\nNo bus came.\nWe walked.'
  const plain = [
    '[Music] We begin.',
    '[Music]\nWe begin.',
    'Dialogue: we begin.',
    'At 10:30 we began.\nIt was late.',
    '10:30 it was.',
    '<3 to all',
    '{sic} yes',
  ]
  for (const words of [times, ...plain]) t.hasStrict(await read(words), { form: 'plain', text: words })
})

const subtitles = 'WEBVTT\n\n00:01.000 --> 00:02.000\nJørgen turned everything up.\n'
const at = (url: string) => ({ url })

t.test('a track is fetched and read', async (t) => {
  const { base } = await startServer(t, (_, response) => response.end(subtitles), '127.0.0.2')
  t.strictSame(await readTrack(at(`${base}/a.vtt`), signal, createNetwork({})), {
    form: 'webvtt',
    text: 'Jørgen turned everything up.',
    truncated: false,
  })
})

t.test('the address of a post’s track may not be local', async (t) => {
  const { base, requests } = await startServer(t, (_, response) => response.end(subtitles))
  t.equal(await readTrack(at(`${base}/a.vtt`), signal), 'blocked')
  t.equal(requests.length, 0)
})

t.test('each outcome has a name', async (t) => {
  const statuses = { '/403': 'blocked', '/404': 'blocked', '/429': 'unavailable', '/500': 'unavailable' }
  const bodies: Record<string, [body: string | Buffer, end: string]> = {
    '/page': ['<html><p>Log in</p>', 'unsupported'],
    '/bytes': [Buffer.from([0x57, 0x45, 0x42, 0xff, 0xfe]), 'unsupported'],
    '/huge': ['x'.repeat(2_000_001), 'too_large'],
    '/silent': ['WEBVTT\n\n', 'empty'],
  }
  const listen: RequestListener = ({ url = '' }, response) =>
    response.writeHead(Number(/^\/(\d+)$/.exec(url)?.[1] ?? 200)).end(bodies[url]?.[0] ?? 'no')
  const { base } = await startServer(t, listen, '127.0.0.2')
  const ends = [...Object.entries(statuses), ...Object.entries(bodies).map(([path, [, end]]) => [path, end] as const)]
  for (const [path, end] of ends) t.equal(await readTrack(at(base + path), signal, createNetwork({})), end, path)
})

t.test('a long transcript is cut and marked so', async (t) => {
  const text = `WEBVTT\n\n00:01.000 --> 00:02.000\n${'x'.repeat(50_000)}\n\n00:02.000 --> 00:03.000\nMore.\n`
  const read = await readTrack({ text }, signal)
  t.match(read, { truncated: true })
  t.ok(typeof read !== 'string' && read.text.length === 50_000)
})

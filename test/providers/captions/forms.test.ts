import t from 'tap'
import { readTrack } from '#src/research/providers/captions/index.ts'

const signal = new AbortController().signal
const read = (text: string, form: 'srt' | 'webvtt' | null = null) => readTrack({ language: null, form, text }, signal)
const text = 'The organ had eleven stops.\nSeven of them answered.'

t.test('a line ends with CR CR LF as with CR LF', async (t) => {
  const srt =
    '1\n00:00:01,000 --> 00:00:02,000\nThe organ had eleven stops.\n\n2\n00:00:03,000 --> 00:00:04,000\nSeven of them answered.\n'
  const vtt =
    'WEBVTT\n\n00:01.000 --> 00:02.000\nThe organ had eleven stops.\n\n00:03.000 --> 00:04.000\nSeven of them answered.\n'
  for (const [name, end] of Object.entries({
    'CR LF': '\r\n',
    'CR CR LF': '\r\r\n',
    'CR CR CR LF': '\r\r\r\n',
    CR: '\r',
    LF: '\n',
  })) {
    t.match(await read(srt.replaceAll('\n', end)), { form: 'srt', text }, `SRT, ${name}`)
    t.match(await read(vtt.replaceAll('\n', end)), { form: 'webvtt', text }, `WebVTT, ${name}`)
  }
  t.match(await read(`\uFEFF${srt.replaceAll('\n', '\r\r\n')}`), { text }, 'after a byte order mark')
})

t.test('the timing of a cue is read with whatever arrow it has, or its cue is left out', async (t) => {
  for (const arrow of [' –> ', ' -> ', ' —> ', ' --&gt; ', ' -- > ', ' → ', '->', ' ==> ', ' −−> ']) {
    const srt = `1\n00:00:01,000 --> 00:00:02,000\nThe organ had eleven stops.\n\n2\n00:00:03,000${arrow}00:00:04,000\nSeven of them answered.\n`
    t.match(await read(srt), { form: 'srt', text }, `SRT, ${arrow}`)
    t.match(
      await read(`WEBVTT\n\n00:03.000${arrow}00:04.000\nSeven of them answered.\n`),
      { text: 'Seven of them answered.' },
      `WebVTT, ${arrow}`,
    )
  }
  const words = '1\n00:00:01,000 --> 00:00:02,000\nfrom 3 -> 4, and 10:30 -> home\n'
  t.match(await read(words), { text: 'from 3 -> 4, and 10:30 -> home' }, 'an arrow in what is said')
  t.match(await read('1\n00:00:01,000 --> 00:00:02,000\nSaid.\n\n2\n00:00:03,000 -> soon\nNot said.\n'), {
    text: 'Said.',
  })
})

t.test('a form that is not known is unsupported, and words are taken as they are', async (t) => {
  for (const [name, file] of Object.entries({
    TTML: '<?xml version="1.0"?>\n<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s">The organ</p></div></body></tt>',
    'a web page': '<html><body><p>Log in</p></body></html>',
    'XML that ends early': '<tt><body><p>The organ',
    SAMI: '<SAMI><BODY><SYNC Start=1000><P>The organ</SAMI>',
    'JSON of another shape': '{"status":"ok","result":{"lines":["The organ"]}}',
    'times before words': '0:01 The organ had eleven stops.\n0:03 Seven of them answered.\n',
    SBV: '0:00:01.000,0:00:02.000\nThe organ had\neleven stops.\n\n0:00:03.000,0:00:04.000\nSeven of them answered.\n',
    LRC: '[ti:Stops]\n[ar:Mara]\n\n[00:01.00]The organ had <00:01.50>eleven stops.\n[00:03.00]Seven of them answered.\n',
    'Advanced SubStation Alpha':
      '[Script Info]\nTitle: T\n\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Arial\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nComment: 0,0:00:00.00,0:00:00.50,Default,,0,0,0,,a note\nDialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,Seven of {\\i1}them{\\i0} answered.\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,The organ had\\Neleven stops.\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0{\\p0}\n',
    MicroDVD: '{"1"}{25}The organ',
  }))
    t.equal(await read(file), 'unsupported', name)
  for (const file of ['<tt xmlns="http://www.w3.org/ns/ttml"><body/></tt>', '\uFEFF\n<!doctype html><p>Log in</p>'])
    t.equal(await read(file, 'webvtt'), 'unsupported', 'under the name of another form')
  for (const words of ['[Music] We begin.', 'At 10:30 we began.\nIt was late.', '<3 to all of you', '{sic} yes']) {
    t.match(await read(words), { form: 'plain', text: words })
  }
})

import t from 'tap'
import { readTrack } from '#src/research/providers/captions/index.ts'
import { createNetwork, startServer } from '../http/outside.ts'

const signal = new AbortController().signal
const subtitles = 'WEBVTT\n\n00:01.000 --> 00:02.000\nJørgen turned everything up.\n'
const at = (url: string) => ({ language: null, form: null, url })

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
  t.equal(await readTrack(at(`${base}/a.vtt`), signal, createNetwork({})), 'blocked')
  t.equal(requests.length, 0)
})

t.test('each outcome has a name', async (t) => {
  const ends = {
    '/403': 'blocked',
    '/404': 'blocked',
    '/429': 'unavailable',
    '/500': 'unavailable',
    '/page': 'unsupported',
    '/bytes': 'unsupported',
    '/huge': 'too_large',
    '/silent': 'empty',
  } as const
  const bodies: Record<string, string | Buffer> = {
    '/page': '<html><p>Log in</p>',
    '/bytes': Buffer.from([0x57, 0x45, 0x42, 0xff, 0xfe]),
    '/huge': 'x'.repeat(2_000_001),
    '/silent': 'WEBVTT\n\n',
  }
  const listen = ({ url = '' }, response: import('node:http').ServerResponse) =>
    response.writeHead(Number(/^\/(\d+)$/.exec(url)?.[1] ?? 200)).end(bodies[url] ?? 'no')
  const { base } = await startServer(t, listen, '127.0.0.2')
  for (const [path, end] of Object.entries(ends)) {
    t.equal(await readTrack(at(base + path), signal, createNetwork({})), end, path)
  }
})

t.test('a transcript in the post needs no request; plain text is taken unchanged', async (t) => {
  const inline = { language: 'en', text: 'I asked each player to leave out half of their notes.' }
  t.strictSame(await readTrack({ ...inline, form: null }, signal), {
    form: 'plain',
    text: inline.text,
    truncated: false,
  })
  t.match(await readTrack({ ...inline, form: 'webvtt', text: subtitles }, signal), { form: 'webvtt' })
  t.equal(await readTrack({ ...inline, form: 'srt' }, signal), 'unsupported')
})

t.test('a long transcript is cut and marked so', async (t) => {
  const text = `WEBVTT\n\n00:01.000 --> 00:02.000\n${'word '.repeat(15_000)}\n`
  const read = await readTrack({ language: null, form: null, text }, signal)
  t.match(read, { truncated: true })
  t.ok(typeof read !== 'string' && read.text.length === 50_000)
})

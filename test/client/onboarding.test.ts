import t from 'tap'
import type { TurnEvent } from '../../src/clients/typescript/index.ts'
import { parseEventStream, takeTurn } from '../../src/clients/typescript/onboarding.ts'
import { createClientContext } from './client-context.ts'

const { artist, faults, passed, context } = await createClientContext(t)

const listKinds = (events: TurnEvent[]) => events.map(({ kind }) => kind)

t.test('a cut stream is resumed by the same turn, with an event where it begins again', async (t) => {
  passed.length = 0
  const turn = {
    type: 'confirm_profiles' as const,
    addedLinks: [{ url: 'https://maraquill.example/' }],
    removedSiteNames: [],
  }
  faults.push('half', 'lost')
  const events = await Array.fromAsync(artist.takeTurn(turn))
  t.ok(listKinds(events).includes('resumed'))
  t.match(events.at(-1), { kind: 'step' })
  t.equal(passed.length, 3)
  t.equal(new Set(passed.map(({ body }) => body)).size, 1)
  const profiles = await context.db.selectFrom('artist_profiles').select('url').execute()
  t.same(profiles, [{ url: 'https://maraquill.example/' }], 'what was taken twice is there once')
})

t.test('a turn whose end is never received is an UnknownOutcomeError with the reason', async (t) => {
  passed.length = 0
  faults.push('half', 'half', 'half', 'half')
  const message = /in 4 tries \(other side closed\)/
  await t.rejects(Array.fromAsync(artist.takeTurn({ type: 'open' })), { name: 'UnknownOutcomeError', message })
  t.equal(passed.length, 4)
  const ending = { open: async () => new Response() } as never
  await t.rejects(Array.fromAsync(takeTurn(ending, 'artist', { type: 'open' })), { message: /the stream ended early/ })
})

t.test('the caller’s signal ends a turn, and the end of a loop ends its connection', async (t) => {
  const leaving = new AbortController()
  const pull = () => leaving.abort(new Error('left the page'))
  const open = async () => new Response(new ReadableStream({ pull: (c) => c.error(pull()) }))
  const left = takeTurn({ open } as never, 'artist', { type: 'open' }, { signal: leaving.signal })
  await t.rejects(Array.fromAsync(left), { message: 'left the page' })

  const { promise: ended, resolve: cancel } = Promise.withResolvers<void>()
  const body = new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode('data: 1\n\n')), cancel })
  for await (const event of parseEventStream(new Response(body))) {
    t.equal(event, 1)
    break
  }
  await ended
})

t.test('a turn out of order ends with the error event, without an exception', async (t) => {
  const turn = {
    type: 'publish' as const,
    doc: 'A page.',
    about: 'A page about it.',
    sources: [],
    expectedBio: null,
  }
  const events = await Array.fromAsync(artist.takeTurn(turn))
  t.match(events, [{ kind: 'error', code: 'state_changed' }])
})

t.test('events are parsed from any chunks, comments are skipped, and half an event is none', async (t) => {
  const stream = ': still here\n\ndata: {"n":1}\r\n\r\ndata: {"n":\ndata: 2}\n\ndata:{"text":"🔔"}\n\ndata: {"n":3}'
  const bytes = new TextEncoder().encode(stream)
  const body = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  t.same(await Array.fromAsync(parseEventStream(new Response(body))), [{ n: 1 }, { n: 2 }, { text: '🔔' }])
})

import t from 'tap'
import type { TurnEvent } from '../../src/clients/typescript/index.ts'
import { parseEventStream } from '../../src/clients/typescript/onboarding.ts'
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

t.test('a turn whose end is never received is an UnknownOutcomeError', async (t) => {
  faults.push('half', 'half', 'half', 'half')
  await t.rejects(Array.fromAsync(artist.takeTurn({ type: 'open' })), { name: 'UnknownOutcomeError' })
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

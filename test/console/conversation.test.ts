import t from 'tap'
import { applyEvent, isEnded, newTurn, parseAddresses } from '#src/clients/console/page/onboarding/conversation.ts'

type Event = Parameters<typeof applyEvent>[1]
const afterEvents = (...events: Event[]) => events.reduce(applyEvent, newTurn)
const step = (currentStep: 'profiles' | 'vault'): Event => ({
  kind: 'step',
  currentStep,
  steps: { profiles: null, vault: null, interview: null, publish: null },
})

t.test('a turn ends with its step, draft, completion or error, and with nothing else', async (t) => {
  t.equal(isEnded(newTurn), false)
  t.equal(isEnded(afterEvents({ kind: 'chat', text: 'Welcome.', questionKey: null })), false)
  t.equal(isEnded(afterEvents({ kind: 'text-delta', text: 'Quill' })), false, 'a stream that stops here was cut off')
  t.equal(isEnded(afterEvents(step('vault'))), true)
  t.equal(isEnded(afterEvents({ kind: 'complete', publishedAt: '2024-03-01T10:20:00.000Z' })), true)
  const draft: Event = { kind: 'draft', doc: 'D', about: 'A', sources: [], expectedBio: null }
  t.match(afterEvents(draft), { currentStep: 'publish', draft })
  const error: Event = { kind: 'error', code: 'state_changed', error: 'Your profiles come first.', currentStep: null }
  t.match([isEnded(afterEvents(error)), afterEvents(error)], [true, { failure: error }])
})

t.test('what a turn says, asks and writes is kept apart', async (t) => {
  const after = afterEvents(
    { kind: 'chat', text: 'Which of these?', questionKey: null },
    { kind: 'chat', text: 'Where from?', questionKey: 'onboarding-1' },
    { kind: 'text-delta', text: 'Quill records ' },
    { kind: 'text-delta', text: 'at home.' },
  )
  t.same(after.said, ['Which of these?'])
  t.same(after.question, { key: 'onboarding-1', text: 'Where from?' })
  t.equal(after.written, 'Quill records at home.')
})

t.test('what is named twice in a turn is listed once, as it was named last', async (t) => {
  const linked = (url: string): Event => ({ kind: 'linked', siteName: 'instagram', url })
  t.same(afterEvents(linked('https://a.example'), linked('https://b.example')).linked, [linked('https://b.example')])
  const source = { sourceId: 'a', title: null, url: null, status: 'pending' } as const
  const approved = { ...source, status: 'approved' } as const
  t.same(afterEvents({ kind: 'source', source }, { kind: 'source', source: approved }).sources, [approved])
  t.same(afterEvents({ kind: 'source', source }, { kind: 'sources', sources: [] }).sources, [])
})

t.test('addresses are lines, and what is none is named', async (t) => {
  t.same(parseAddresses('https://a.example/x\n\n  http://b.example \nhttps://a.example/x'), {
    urls: ['https://a.example/x', 'http://b.example'],
    wrong: [],
  })
  const wrong = ['a.example', 'ftp://a.example', 'https://', 'https://a b.example', 'javascript:alert(1)']
  t.same(parseAddresses(wrong.join('\n')), { urls: [], wrong })
})

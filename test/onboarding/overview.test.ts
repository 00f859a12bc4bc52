import t from 'tap'
import { overviewMs } from '#plugins/onboarding/draft.ts'
import { createLoreClient } from '../lore/lore-api.ts'
import { openModel } from '../research/answering-model.ts'
import { reachPublish } from './publish-step.ts'

const held = [
  'Mara Quill recorded Low Water in the kitchen of her grandmother.',
  'The pump organ came from a chapel.',
  'The second record was made in a lighthouse.',
  'Quill keeps every tape in the drawer.',
]
const say = (sentences: string[]) => ({ sentences: sentences.map((text) => ({ text, passages: [1, 2] })) })
const second = 'Mara Quill keeps every tape in the drawer below the bread, and never lends one.'

t.test(
  'a draft has a model’s overview above it, asked once again, which the artist publishes as approved',
  async (t) => {
    const { model, requests } = await openModel(t, [say(['Jo Hart burned the tapes.']), say(held)])
    const { context, draft, take } = await reachPublish(t, { model })
    await context.addSource(second)
    const drafted = await draft()
    t.match(drafted.doc, /^Overview, written by a language model from the passages below and not approved yet\.\n\n/)
    for (const sentence of held) t.ok(drafted.doc.includes(`${sentence} [1][2]`))
    t.equal(requests.length, 2)
    t.match(requests[1], /thrownOutBefore.*Jo Hart/, 'the reasons go with the second request')
    const { doc, about, sources, expectedBio } = drafted
    await take({ type: 'publish', doc, about, sources, expectedBio })
    const { lore } = (await createLoreClient(context).read()).body
    t.match(lore, {
      by: 'artist',
      state: 'published',
      text: /^Overview, .* approved by Mara Quill on \d{4}-\d\d-\d\d\.\n/,
    })
    for (const { start, end, reference } of lore.citations) t.equal(lore.text.slice(start, end), reference.quote)
  },
)

t.test(
  'a model that fails, or has not answered when its time in a turn is over, leaves the draft without',
  async (t) => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    t.intercept(AbortSignal, 'timeout', { value: (ms: number) => timeout(ms === overviewMs ? 200 : ms) })
    for (const answer of [500, null, 'I cannot help with that.', say(['Jo Hart burned the tapes.'])]) {
      const { model, requests } = await openModel(t, [answer], 600_000)
      const { context, draft } = await reachPublish(t, { model })
      await context.addSource(second)
      const drafted = await draft()
      t.match(drafted, { kind: 'draft', doc: /lighthouse/ })
      t.notMatch(drafted.doc, /language model|Hart/)
      t.ok(requests.length >= 1, 'it was asked')
    }
  },
)

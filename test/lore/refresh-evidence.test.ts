import t from 'tap'
import { addDiscovery } from '../evidence/discoveries.ts'
import { openModel } from '../research/answering-model.ts'
import { listLoreVersions, refreshLore } from '../research/lore-versions.ts'
import { createTestContext } from '../support/test-context.ts'
import { createLoreClient } from './lore-api.ts'

t.test('an approved discovery is printed, and none that review says is of another artist of the name', async (t) => {
  const context = await createTestContext(t)
  await context.addSource('Mara Quill keeps every tape in the drawer below the bread.')
  const approved = { curation: 'approved' as const }
  await addDiscovery(context, 'Mara Quill sang in the chapel by the harbour.', { ...approved, identity: 'confirmed' })
  await addDiscovery(context, 'Mara Quill won the regatta of Hull.', { ...approved, identity: 'wrong_artist' })
  const page = await refreshLore(context)
  t.match(page, 'below the bread')
  t.match(page, 'sang in the chapel')
  t.notMatch(page, 'regatta')
})

t.test('after a refresh a model’s overview is a proposal beside the page, and is asked for once again', async (t) => {
  const say = (sentences: string[]) => ({ sentences: sentences.map((text) => ({ text, passages: [1, 2, 3] })) })
  const held = [
    'Mara Quill is a singer from Orrin.',
    'Quill recorded Low Water in 2018.',
    'Low Water was recorded in the kitchen.',
    'Quill keeps every tape in the drawer below the bread.',
  ]
  const { model, requests } = await openModel(t, [say(['Jo Hart burned the tapes.']), say(held)])
  const context = await createTestContext(t, {}, { model })
  await context.addSource('Mara Quill is a singer from Orrin. She recorded Low Water in the kitchen in 2018.')
  await context.addSource('Mara Quill keeps every tape in the drawer below the bread, and never lends one.')
  await refreshLore(context)
  t.equal(requests.length, 2)
  t.match(requests[1], /thrownOutBefore/, 'the reasons go with the second request')
  t.same(
    (await listLoreVersions(context)).map(({ composed_by }) => composed_by),
    ['composer', 'model'],
  )
  const { read, publish } = createLoreClient(context)
  const { lore, proposal } = (await read()).body
  t.match(lore, { by: 'composer', state: 'published' }, 'an overview is never published unattended')
  t.notMatch(lore.text, /language model/)
  t.match(proposal, { by: 'model', state: 'proposal' })
  const proposed = (await read(proposal.revision)).body.lore
  t.match(proposed.text, `not approved yet.\n\n${held[0]}`)
  const published = await publish({ revision: proposal.revision, publishedRevision: lore.revision })
  t.match(published, { status: 200, body: { lore: { by: 'artist', text: /approved by Mara Quill on/ } } })
  await refreshLore(context)
  t.equal(requests.length, 2, 'the page that the artist has published is not asked for again')
})

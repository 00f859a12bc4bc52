import t from 'tap'
import { readPages } from '../../src/clients/typescript/index.ts'
import { joinMemoryPages } from '../../src/clients/typescript/memory.ts'
import { addCorrection } from '../memory/memory.ts'
import { createClientContext } from './client-context.ts'

const { client, artist, context, passed } = await createClientContext(t)
const path = { id: context.artistId }

t.test('a memory of many pages is joined, each text whole', async (t) => {
  const claims = [...'abcdefghijklmno'].map((letter) => `${letter.repeat(1_500)} 🔔 end`)
  for (const claim of claims) await addCorrection(context, { claim, correction: `Not ${claim}` })
  const memory = await artist.readMemory(1)
  t.same(
    memory.entries.map(({ texts }) => [texts.claim, texts.correction]),
    claims.map((claim) => [claim, `Not ${claim}`]),
  )
  t.ok(passed.length > 2, `${passed.length} pages`)
  t.match(memory, { sitting: 1, snapshotId: /^[a-f0-9]{64}$/, latestAnswer: null })
})

t.test('a listing that keeps changing is `cursor_stale` after a few attempts', async (t) => {
  for (const text of ['One text.', 'And another.']) await context.addSource(text)
  const restless = {
    ...client,
    call: (async (id, callInput, more) => {
      const page = await client.call(id, callInput, more)
      await context.addSource('Always one more text than there was.')
      return page
    }) as typeof client.call,
  }
  passed.length = 0
  const iterator = readPages(restless, 'listArtistSources', { path, query: { limit: 1 } })
  await t.rejects(iterator, { code: 'cursor_stale' })
  t.equal(passed.length, 12, 'six beginnings of two calls each')
})

t.test('a missing part is an error', (t) => {
  const field = { name: 'wording', text: 'words', start: 7, end: 12, totalChars: 12, complete: true } as const
  const entry = { entryId: context.artistId, revision: '0'.repeat(64), kind: 'boundary', metadata: {} } as const
  t.throws(() => joinMemoryPages([{ ...entry, fields: [field] }]), /gap in wording at 7/)
  t.end()
})

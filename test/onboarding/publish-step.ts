import type { AboutChoiceTurn } from '#src/contract/types.gen.ts'
import { createTestContext, type Loose, type TestContext } from '../support/test-context.ts'
import { createOnboardingClient } from './conversation.ts'

export const text = `Mara Quill recorded Low Water in the kitchen of her grandmother in Orrin. The pump organ on the record came from a
chapel that the sea has since taken. Her second record was made in a lighthouse during the storms of autumn 2019.`
export const lighthouse = 'Her second record was made in a lighthouse during the storms of autumn 2019.'
export const generate: AboutChoiceTurn = { type: 'about_choice', mode: 'generate', doc: '', sources: [] }

/** An artist at the publish step, with one approved source and no answer. */
export async function reachPublish(t: Loose, providers: Loose = {}) {
  const context = await createTestContext(t, {}, providers)
  const source = await context.addSource(text)
  const conversation = createOnboardingClient(context)
  await conversation.reach('publish')
  const draft: Loose = async () => (await conversation.take(generate)).at(-1)
  return { context, source, draft, ...conversation }
}

export const listCorrections = ({ db }: TestContext) =>
  db.selectFrom('corrections').select(['claim', 'correction', 'correction_kind']).orderBy('id').execute()

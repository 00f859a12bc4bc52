import type { AboutChoiceTurn } from '#src/contract/types.gen.ts'
import { type Loose, newWorld, type World } from '../support/world.ts'
import { createOnboardingClient } from './conversation.ts'

export const text = `Mara Quill recorded Low Water in the kitchen of her grandmother in Orrin. The pump organ on the record came from a
chapel that the sea has since taken. Her second record was made in a lighthouse during the storms of autumn 2019.`
export const lighthouse = 'Her second record was made in a lighthouse during the storms of autumn 2019.'
export const generate: AboutChoiceTurn = { type: 'about_choice', mode: 'generate', doc: '', sources: [] }

/** An artist at the publish step, with one approved source and no answer. */
export async function reachPublish(t: Loose) {
  const world = await newWorld(t)
  const source = await world.addSource(text)
  const conversation = createOnboardingClient(world)
  await conversation.reach('publish')
  const draft: Loose = async () => (await conversation.take(generate)).at(-1)
  return { world, source, draft, ...conversation }
}

export const listLore = ({ db }: World) => db.selectFrom('lore_versions').selectAll().orderBy('number').execute()
export const listCorrections = ({ db }: World) =>
  db.selectFrom('corrections').select(['claim', 'correction', 'correction_kind']).orderBy('id').execute()

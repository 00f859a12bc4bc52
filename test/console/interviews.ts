import { addImportedAnswer, addLegacyOffer, createInterviewClient } from '../sessions/interview.ts'
import { buildCitation, type Loose, type TestContext } from '../support/test-context.ts'
import { cited, passage } from './stories.ts'

/** Markdown, line ends of two kinds, and a character outside of the Basic Multilingual Plane. */
export const exact = '# Björk heard it\r\n*first* 😀\n\n> and I   after her.'

/**
 * An artist with an imported answer, an open legacy offer that is then skipped, a finished sitting (answered,
 * revised and skipped) and an active one with an open question.
 */
export async function addInterviews(context: TestContext) {
  const interview = createInterviewClient(context)
  const source = await context.addSource(passage, { title: 'The first take' })
  const isSource = ['source_id', '=', source.sourceId] as const
  await context.db
    .updateTable('sources')
    .set({ published_at: '2011-09' })
    .where(...isSource)
    .execute()
  const about = buildCitation(source, cited)
  await addImportedAnswer(context, { answer: 'In the old mill, by the harmonium.' })
  const legacy = await addLegacyOffer(context, 'What was the mill called?', '2019-05-01T10:00:00.000Z')
  const { legacyOffers }: Loose = (await interview.restore()).body
  await interview.answer(
    legacyOffers.find(({ id }: Loose) => id === legacy),
    null,
  )
  const first: Loose = (await interview.start()).body.session
  const offer = async (session: Loose, ordinal: number) =>
    (await interview.offer(session, ordinal, about)).body.question as Loose
  const answered: Loose = (await interview.answer(await offer(first, 1), exact)).body.question
  await interview.answer(await offer(first, 2), null)
  await interview.finish(first)
  const second: Loose = (await interview.start()).body.session
  await offer(second, 1)
  return { interview, answered, source }
}

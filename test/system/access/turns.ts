import type { Loose } from '../../support/test-context.ts'
import type { SeededArtist } from './seed-artist.ts'
import type { ValidRequest } from './valid-requests.ts'

/** The turns of the onboarding whose request names an identity, each at its step. */
export async function* listTurns({ artistId, ids, does }: SeededArtist): AsyncGenerator<ValidRequest> {
  const path = { artistId }
  const takeTurn = async (body: object): Promise<Loose[]> =>
    await does('POST', `/api/onboarding/${artistId}/chat`, body)
  const sources = [`vault:${ids.vault}`]

  await takeTurn({ type: 'confirm_profiles', addedLinks: [], removedSiteNames: [] })
  yield {
    path,
    body: { type: 'vault_review', decisions: [{ sourceId: ids.unreviewed, status: 'rejected' }], addedUrls: [] },
  }
  let events = await takeTurn({ type: 'vault_review', decisions: [], addedUrls: [] })
  yield { path, body: { type: 'interview_answer', questionKey: findKey(events) ?? '', answer: 'From the harbour.' } }
  for (let key = findKey(events); key !== undefined; key = findKey(events)) {
    events = await takeTurn({ type: 'interview_answer', questionKey: key, answer: null })
  }
  yield { path, body: { type: 'about_choice', mode: 'generate', doc: '', sources } }
  yield { path, body: { type: 'publish', doc: 'A page.', about: 'A word.', sources, expectedBio: null } }
}

const findKey = (events: Loose[]): string | undefined =>
  events.find(({ kind, questionKey }) => kind === 'chat' && typeof questionKey === 'string')?.questionKey

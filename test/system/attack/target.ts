import { join } from 'node:path'
import { setClaim } from '#src/admin/claims.ts'
import { saveUser } from '#src/admin/users.ts'
import { signLocalToken } from '#src/auth/tokens.ts'
import { loadConfig } from '#src/config.ts'
import { indexTexts } from '#src/evidence/search/index-texts.ts'
import { createOnboardingClient } from '../../onboarding/conversation.ts'
import { addSource, buildCitation, type Loose } from '../../support/test-context.ts'
import type { TestEnvironment } from '../environment.ts'
import { holdSittings } from '../outage/load.ts'
import { type Actors, createSubject, importText } from '../service.ts'
import type { Attack, AttackTarget, Origin } from './attacks.ts'
import type { Readers } from './play.ts'

/** The attacker's query, which occurs in every sentence or so of the evidence. */
export const queryWords = ['bell', 'mill', 'record', 'laughed', 'take', 'organ', 'river', 'stage']
const quote = 'We kept the first take of the organ, and the bell on the record is the one of the mill.'
const changed = 'They kept a second take of an organ, but the bell of that record was never one of a mill.'
const sentenceWords = 12

/** Sentences of invented words, with a word of the query now and then; `chars` characters in all. */
function buildProse(chars: number, from: number): string {
  const sentences: string[] = []
  let length = 0
  for (let at = from; length < chars; at += 1) {
    const words = Array.from({ length: sentenceWords }, (_, word) =>
      word === at % sentenceWords
        ? queryWords[at % queryWords.length]
        : `w${((at * 31 + word * 17) % 4_999).toString(36)}`,
    )
    sentences.push(`${words.join(' ')}.`)
    length += words.join(' ').length + 2
  }
  return sentences.join(' ').slice(0, chars)
}

/**
 * Texts to search, each of `chars` characters; and one as long whose cited words have changed since: the query that
 * relocates them.
 */
async function addEvidence(
  environment: TestEnvironment,
  artistId: string,
  { texts, chars }: { texts: number; chars: number },
) {
  for (let text = 0; text < texts; text += 1) await importText(environment, artistId, buildProse(chars, text * 100_003))
  const before = await addSource(environment.db, artistId, quote)
  const half = buildProse((chars - changed.length) / 2 - 1, 7)
  await addSource(environment.db, artistId, `${half} ${changed} ${half}`, { sourceId: before.sourceId })
  const sources = await environment.db
    .selectFrom('sources')
    .select(['source_id as sourceId', 'revision'])
    .where('artist_id', '=', artistId)
    .where('revision', 'is not', null)
    .$narrowType<{ revision: string }>()
    .execute()
  await indexTexts(environment.db, artistId, sources, Number.POSITIVE_INFINITY)
  const reference: Loose = buildCitation(before, quote)
  const { start, end } = reference
  return String(new URLSearchParams({ cited: before.sourceId, revision: before.revision, start, end }))
}

const sittings = 12
const readersMax = 10

/** Artists who have finished sittings and are at the publish step, the first with much evidence. */
export async function createAttackTarget(
  environment: TestEnvironment,
  actors: Actors,
  size: { artists: number; texts: number; chars: number },
): Promise<AttackTarget> {
  const artistIds: string[] = []
  for (let artist = 0; artist < size.artists; artist += 1) {
    const subject = await createSubject(environment)
    await holdSittings(actors, subject, sittings)
    await createOnboardingClient({ call: actors.call, artistId: subject.artistId }).reach('publish')
    artistIds.push(subject.artistId)
  }
  const relocation = await addEvidence(environment, artistIds[0] ?? '', size)
  return { artistIds, relocation, other: actors.artistId }
}

/** A token of a new user who claims these artists. */
async function createClaimant(
  environment: TestEnvironment,
  subject: string,
  artistIds: readonly string[],
): Promise<string> {
  await saveUser(environment.db, { subject, admin: null })
  for (const artistId of artistIds) await setClaim(environment.db, { artistId, subject, state: 'approved' })
  const config = loadConfig({ DATA_FOLDER: join(environment.folder, 'service') })
  return await signLocalToken(config, { subject, ttlSeconds: 3_600, environment: config.environment })
}

export async function openReaders(
  environment: TestEnvironment,
  { bases: [base = ''], artistId }: Actors,
): Promise<Readers> {
  const bearers: string[] = []
  for (let reader = 0; reader < readersMax; reader += 1) {
    bearers.push(`Bearer ${await createClaimant(environment, `reader-${reader}`, [artistId])}`)
  }
  return { base, artistId, bearers }
}

export async function createCredential(
  environment: TestEnvironment,
  { credential }: Attack,
  { artistIds }: AttackTarget,
  subject: string,
): Promise<Origin['headers']> {
  if (credential === 'none') return {}
  const token = await createClaimant(environment, subject, artistIds)
  return { authorization: `Bearer ${credential === 'bad' ? token.replace(/.{8}$/, 'AAAAAAAA') : token}` }
}

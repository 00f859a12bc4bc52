import { saveUser } from '#src/admin/users.ts'
import type { Operation } from '#src/contract/document.ts'
import { researchKey } from '../../support/settings.ts'
import type { TestEnvironment } from '../environment.ts'
import type { InProcessService } from './in-process-service.ts'
import { type SeededArtist, signBearer } from './seed-artist.ts'

/** Which of its secrets a deployment has set. */
export type Deployment = { name: string; researchKey: 'set' | 'too short' | 'missing'; cronSecret: 'set' | 'missing' }

/** The credentials of a caller, as the rules see them. */
type Credentials = {
  bearer:
    | 'none'
    | 'bad'
    | 'of an unknown user'
    | 'of a stranger'
    | 'of the claimant'
    | 'of an administrator'
    | 'the scheduler secret'
  key: 'none' | 'right' | 'wrong'
}
export type CallerKind = Credentials & { name: string; headers: Record<string, string> }

const cronSecret = 'a-cron-secret-of-more-than-16'

export const deployments: readonly [Deployment, ...Deployment[]] = [
  { name: 'with all secrets', researchKey: 'set', cronSecret: 'set' },
  { name: 'without secrets', researchKey: 'missing', cronSecret: 'missing' },
  { name: 'with a key that is too short', researchKey: 'too short', cronSecret: 'set' },
]

export const buildSettings = ({ researchKey: key, cronSecret: secret }: Deployment): Record<string, string> => ({
  ...(key === 'missing' ? {} : { RESEARCH_KEY: key === 'set' ? researchKey : researchKey.slice(0, 31) }),
  ...(secret === 'missing' ? {} : { CRON_SECRET: cronSecret }),
})

/**
 * Users of the whole environment, once: a stranger, an administrator, and users with claims to the seeded artist that
 * are not in force.
 */
export async function addUsers({ db }: TestEnvironment): Promise<void> {
  await saveUser(db, { subject: 'stranger', admin: null })
  await saveUser(db, { subject: 'administrator', admin: true })
  await saveUser(db, { subject: 'waiting', admin: null })
  await saveUser(db, { subject: 'revoked', admin: null })
}

/** Claims to this artist that grant nothing: a pending and a revoked one. */
export async function addIdleClaims({ db }: TestEnvironment, artistId: string): Promise<void> {
  for (const [subject, state] of Object.entries({ waiting: 'pending', revoked: 'revoked' } as const)) {
    const { id } = await db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirstOrThrow()
    await db.insertInto('claims').values({ artist_id: artistId, user_id: id, state }).execute()
  }
}

/** Every kind of caller of this artist; `other` is another seeded artist. */
export async function buildCallers(
  service: InProcessService,
  own: Pick<SeededArtist, 'claimant'>,
  other: Pick<SeededArtist, 'claimant'>,
): Promise<CallerKind[]> {
  const authorize = async (subject: string, changed = {}) => bearing(await signBearer(service, subject, changed))
  const bearing = (authorization: string) => ({ authorization })
  const keyed = (key: string) => ({ 'x-service-research-key': key })
  const mine = await authorize(own.claimant)
  const stranger = await authorize('stranger')
  const bad = bearing('Bearer not.a.token')
  const wrongKey = `${researchKey}?`
  const none = { bearer: 'none', key: 'none' } as const
  const unknown = { bearer: 'bad', key: 'none' } as const
  const outside = { bearer: 'of a stranger', key: 'none' } as const
  const guess = { bearer: 'none', key: 'wrong' } as const
  return [
    { name: 'anonymous', ...none, headers: {} },
    { name: 'another scheme', ...unknown, headers: bearing('Basic b3duZXI6b3duZXI=') },
    { name: 'no token at all', ...unknown, headers: bad },
    { name: 'an expired token', ...unknown, headers: await authorize(own.claimant, { ttlSeconds: -60 }) },
    { name: 'a token of staging', ...unknown, headers: await authorize(own.claimant, { environment: 'staging' }) },
    {
      name: 'a token of production',
      ...unknown,
      headers: await authorize(own.claimant, { environment: 'production' }),
    },
    { name: 'an unknown subject', bearer: 'of an unknown user', key: 'none', headers: await authorize('unknown') },
    { name: 'a stranger', ...outside, headers: stranger },
    { name: 'another artist’s claimant', ...outside, headers: await authorize(other.claimant) },
    { name: 'a claimant who waits', ...outside, headers: await authorize('waiting') },
    { name: 'a claimant no more', ...outside, headers: await authorize('revoked') },
    { name: 'the claimant', bearer: 'of the claimant', key: 'none', headers: mine },
    { name: 'an administrator', bearer: 'of an administrator', key: 'none', headers: await authorize('administrator') },
    { name: 'the research key', bearer: 'none', key: 'right', headers: keyed(researchKey) },
    { name: 'a wrong key', ...guess, headers: keyed(wrongKey) },
    { name: 'an empty key', ...guess, headers: keyed('') },
    { name: 'the key without its last character', ...guess, headers: keyed(researchKey.slice(0, -1)) },
    { name: 'the key in the place of a token', ...unknown, headers: bearing(`Bearer ${researchKey}`) },
    {
      name: 'a wrong key beside the claimant’s token',
      bearer: 'of the claimant',
      key: 'wrong',
      headers: { ...mine, ...keyed(wrongKey) },
    },
    {
      name: 'the key beside the claimant’s token',
      bearer: 'of the claimant',
      key: 'right',
      headers: { ...mine, ...keyed(researchKey) },
    },
    {
      name: 'the key beside a stranger’s token',
      bearer: 'of a stranger',
      key: 'right',
      headers: { ...stranger, ...keyed(researchKey) },
    },
    { name: 'the key beside a bad token', bearer: 'bad', key: 'right', headers: { ...bad, ...keyed(researchKey) } },
    { name: 'the scheduler', bearer: 'the scheduler secret', key: 'none', headers: bearing(`Bearer ${cronSecret}`) },
    { name: 'a wrong scheduler secret', ...unknown, headers: bearing(`Bearer ${cronSecret}x`) },
    { name: 'the scheduler secret as a key', ...guess, headers: keyed(cronSecret) },
  ]
}

type Verdict = 'passes' | 401 | 403 | 503

/**
 * The rules of access (interface, section 5; operations, section 2) for a caller of an operation, derived only from the
 * contract's `security` and path. Independent of the service's own reading, so that one of them can be wrong.
 */
export function decideVerdict(
  { security, path }: Pick<Operation, 'security' | 'path'>,
  { bearer, key }: Credentials,
  { researchKey, cronSecret }: Deployment,
): Verdict {
  const accepts = (scheme: string) => security.some((one) => scheme in one)
  if (accepts('researchKey') && key !== 'none') {
    if (researchKey !== 'set') return 503
    return key === 'right' ? 'passes' : 401
  }
  if (accepts('schedulerSecret')) return cronSecret === 'missing' || bearer === 'the scheduler secret' ? 'passes' : 401
  if (!accepts('accessToken')) return 'passes'
  if (bearer === 'of the claimant' || bearer === 'of an administrator') return 'passes'
  if (bearer !== 'of a stranger') return 401
  // A list of the caller's own artists is of no artist: a stranger's is empty.
  return path.includes('{') ? 403 : 'passes'
}

/** The message of each refusal; it says nothing more (interface, section 5). */
export const refusals = {
  401: { status: 'error', code: 'not_signed_in', error: 'Not signed in' },
  403: { status: 'error', code: 'not_your_artist', error: 'Not your artist' },
  503: { status: 'error', code: 'not_configured', error: 'This deployment does not have what the operation needs' },
} as const

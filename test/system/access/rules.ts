import type { Operation } from '#src/contract/document.ts'
import type { Credentials, Deployment } from './callers.ts'

export type Verdict = 'passes' | 401 | 403 | 503

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

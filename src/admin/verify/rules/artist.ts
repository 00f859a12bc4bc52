import { normalizeProfileUrl } from '#src/text/url/page-url.ts'
import { buildClaimSubject } from '../../claims.ts'
import type { Rule } from '../rule.ts'

/** Name and biography are the last values in the audit trail; what was never recorded there cannot be compared. */
export const artists: Rule<'artists'> = {
  table: 'artists',
  getSubject: ({ id }) => `artist:${id}`,
  mayLackEvents: true,
  getExpected: (row, events) => {
    const findLast = (column: 'name' | 'bio') =>
      (events.findLast(({ details }) => column in details)?.details ?? row)[column]
    const { createdAt } = events[0]?.details ?? {}
    return {
      name: findLast('name'),
      bio: findLast('bio'),
      created_at: typeof createdAt === 'string' ? new Date(createdAt) : row.created_at,
    }
  },
}

/** A claim has the state of its last event. */
export const claims: Rule<'claims'> = {
  table: 'claims',
  // `user_id` holds the subject here.
  getSubject: (row) => buildClaimSubject(row.user_id),
  getExpected: (_row, events) => ({ state: events.at(-1)?.details.state, decided_at: events.at(-1)?.at }),
}

export const profiles: Rule<'artist_profiles'> = {
  table: 'artist_profiles',
  getSubject: ({ id }) => `profile:${id}`,
  getExpected: (row, events) => {
    const last = events.at(-1)
    const { url, siteName, displayName, origin, state } = last?.details ?? {}
    return {
      ...{ url, site_name: siteName, display_name: displayName, origin, state },
      url_key: normalizeProfileUrl(row.url),
      created_at: events[0]?.at,
      decided_at: state === 'candidate' ? null : last?.at,
    }
  },
}

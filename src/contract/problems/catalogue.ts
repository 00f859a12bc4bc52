import type { KnownErrorCode } from '../types.gen.ts'

/** Every problem code with its HTTP status and message (interface, section 7): the contract's codes and no other. */
export const catalogue = {
  invalid_request: { status: 400, message: 'The request does not fit the contract' },
  invalid_artist_id: { status: 400, message: 'artistId must be a UUID' },
  not_signed_in: { status: 401, message: 'Not signed in' },
  not_your_artist: { status: 403, message: 'Not your artist' },
  not_found: { status: 404, message: 'Not found' },
  method_not_allowed: { status: 405, message: 'This path does not take that method' },
  state_changed: { status: 409, message: 'The state has changed; read it again' },
  session_active: { status: 409, message: 'Another sitting of this artist is still active' },
  revision_changed: { status: 409, message: 'The saved revision is another one; read it again' },
  memory_changed: { status: 409, message: 'The mandatory memory has changed; read it again' },
  evidence_changed: { status: 409, message: 'The cited evidence does not stand as quoted' },
  cursor_stale: { status: 409, message: 'What this cursor pages over has changed; start again without it' },
  request_conflict: { status: 409, message: 'This requestId was used with other content' },
  link_conflict: { status: 409, message: 'The link already belongs to another record' },
  work_in_progress: { status: 409, message: 'The same work is already under way' },
  body_too_large: { status: 413, message: 'The request body is too large' },
  limit_exceeded: { status: 413, message: 'A supported limit is exceeded' },
  rate_limited: { status: 429, message: 'Too many requests' },
  quota_spent: { status: 429, message: 'The quota of the last 24 hours is spent' },
  research_busy: { status: 429, message: 'Another question of this artist is being researched' },
  internal: { status: 500, message: 'Something failed inside the service' },
  persistence_unavailable: { status: 503, message: 'Storage is unavailable; try again and assume nothing' },
  not_configured: { status: 503, message: 'This deployment does not have what the operation needs' },
  provider_unavailable: { status: 503, message: 'An outside provider is unavailable' },
  overloaded: { status: 503, message: 'The service is overloaded; try again' },
  shutting_down: { status: 503, message: 'The service is shutting down; try again' },
} as const satisfies Record<KnownErrorCode, { status: number; message: string }>

export type ProblemCode = keyof typeof catalogue

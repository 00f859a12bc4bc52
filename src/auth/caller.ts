/**
 * Who calls. A user is known by the subject of a verified access token; what he may do is asked of the database each
 * time.
 */
export type User = { kind: 'user'; subject: string }
export type Caller = User | { kind: 'research_key' } | { kind: 'scheduler' } | { kind: 'anonymous' }

export type CallerOf<Kind extends Caller['kind']> = Extract<Caller, { kind: Kind }>

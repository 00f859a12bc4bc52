/**
 * The authenticated caller. A user is known by the subject of a verified token, and by the id once it was looked up;
 * each statement reads the user's permissions.
 */
export type User = { kind: 'user'; subject: string; id?: string }
export type Caller = User | { kind: 'research_key' } | { kind: 'scheduler' } | { kind: 'anonymous' }

export type CallerOf<Kind extends Caller['kind']> = Extract<Caller, { kind: Kind }>

/** The callers that may read evidence: a person with an access token, or a server with the research key. */
export type EvidenceCaller = CallerOf<'user' | 'research_key'>

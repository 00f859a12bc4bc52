/** Tells the recovery of missing texts from the other works of its kind; an artist has one at a time. */
export const recoverPurpose = 'recover'

/** What a recovery is asked for: the full identities of records, in the order in which they are worked on. */
export type RecoverPayload = { sourceIds: string[] }

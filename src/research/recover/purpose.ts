/** The purpose that distinguishes the recovery of missing texts from other jobs of its kind; one per artist. */
export const recoverPurpose = 'recover'

/** The payload of a recovery: the full identities of records, in the order in which they are processed. */
export type RecoverPayload = { sourceIds: string[] }

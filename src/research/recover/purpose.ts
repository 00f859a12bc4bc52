/** The purpose of a recovery of missing texts that was requested by itself: at most one of an artist is live. */
export const recoverPurpose = 'recover'

/** A purpose of its own, for a recovery that must not join a live one, which would keep its own list of sources. */
export const buildRecoverPurpose = (id: string): string => `${recoverPurpose}:${id}`

export const isRecoveryJob = ({ purpose }: { purpose: string }): boolean =>
  purpose === recoverPurpose || purpose.startsWith(`${recoverPurpose}:`)

/** `isRecoveryJob` in SQL. */
export const recoverPurposePattern = `${recoverPurpose}%`

/** The payload of a recovery: the full identities of records, in the order in which they are processed. */
export type RecoverPayload = { sourceIds: string[] }

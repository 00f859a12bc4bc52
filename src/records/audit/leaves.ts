import { type AuthorizationRow, authorizedRow } from '#src/auth/artist-authorization.ts'
import type { Leaves, Left } from '#src/database/change/remembered.ts'
import type { Asked } from '#src/database/statement.ts'
import type { AuditEvent, ChainHead } from './events.ts'

/** What a reading that begins with `authority` and has the head tells besides the two. */
type Own<Row> = Omit<Row, keyof AuthorizationRow | keyof ChainHead>

/** What stands once an event is kept, for the changes that follow it; `changed` names the things that it changed. */
export const leavesOf = (event: AuditEvent, changed: readonly (string | null)[], ...left: Left[]): Leaves => ({
  kept: event,
  changed: changed.filter((each) => each !== null),
  left,
})

/** A reading would now answer `own`, until one of the things that it is `about` changes. */
export const wouldRead = <Row extends AuthorizationRow & ChainHead>(
  asked: Asked<Row>,
  about: readonly string[],
  own: Own<Row>,
): Left => ({
  asked,
  about,
  row: () => ({ ...authorizedRow, ...own }),
})

/** The same of a reading that is remembered from before the event. */
export const wouldReadAfter = <Row extends AuthorizationRow & ChainHead>(
  asked: Asked<Row>,
  about: readonly string[],
  next: (own: Own<Row>) => Own<Row>,
): Left => ({
  asked,
  about,
  row: (before) => before && { ...before, ...next(before as Own<Row>) },
})

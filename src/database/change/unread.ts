import type { Asked } from '#src/database/statement.ts'

/**
 * A reading of a change that stands behind its first one and is not made where that one is remembered: there are no
 * rows of it then, and the statement that keeps the change has to judge by itself what they would have told.
 */
export type MaybeUnread<Row> = Asked<Row> & { readonly mayStayUnread: boolean }

/** `isJudgedByKeeping` is the caller's word that he keeps by a statement that does so. */
export const unreadWhere = <Row>(isJudgedByKeeping: boolean, asked: Asked<Row>): MaybeUnread<Row> => ({
  ...asked,
  mayStayUnread: isJudgedByKeeping,
})

export const mayStayUnread = (asked: Asked<unknown>): boolean =>
  'mayStayUnread' in asked && asked.mayStayUnread === true

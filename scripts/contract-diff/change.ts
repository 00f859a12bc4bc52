/** What a change requires of clients: to change too, to use it or not, or nothing at all. */
export type Impact = 'breaking' | 'addition' | 'wording'

export type Change = {
  impact: Impact
  /** Where in the document, and the keyword when it is one: `#/paths//api/health/get operationId`. */
  where: string
  says: string
}

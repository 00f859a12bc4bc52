/** What a change asks of those who use the contract: to change too, to take it or leave it, or nothing at all. */
export type Impact = 'breaking' | 'addition' | 'wording'

export type Change = {
  impact: Impact
  /** Where in the document, and the keyword when it is one: `#/paths//api/health/get operationId`. */
  where: string
  says: string
}

/** The first rows of a listing, and whether there are more than its limit. */
export type ListPage<Row> = { rows: Row[]; more: boolean }

/** `found`: one row more than the limit where there are more. */
export const cutPage = <Row>(found: Row[], limit: number): ListPage<Row> => ({
  rows: found.slice(0, limit),
  more: found.length > limit,
})

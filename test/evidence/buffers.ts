import { sql } from 'kysely'

export type Explainable = { explain: (format: 'json', expression: ReturnType<typeof sql>) => Promise<object[]> }

/** Pages of shared memory that executing the query touches, once the pages and the plan are warm. */
export async function countBuffers(query: Explainable): Promise<number> {
  await query.explain('json', sql`analyze, buffers`)
  const [explained] = await query.explain('json', sql`analyze, buffers`)
  const [{ Plan: plan }] = (explained as { 'QUERY PLAN': [{ Plan: Record<string, number> }] })['QUERY PLAN']
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
}

import type { Test } from 'tap'
import { listFindings } from '../support/findings.ts'
import type { TestContext } from '../support/test-context.ts'

/** The artist's audit events in order, in which `verify` finds nothing, nor in the questions that they tell of. */
export async function readCheckedTrail(t: Test, { db, artistId }: TestContext) {
  const findings = await listFindings(db, artistId)
  t.same(
    findings.filter(({ table }) => table === 'audit_events' || table === 'interview_entries'),
    [],
  )
  return await db.selectFrom('audit_events').selectAll().where('artist_id', '=', artistId).orderBy('seq').execute()
}

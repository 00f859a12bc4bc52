import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { selectResolvedReferences, toReferencesParameter } from '#src/evidence/references/resolve-references.ts'
import type { HashedReference } from '#src/text/revisions.ts'

/** What references resolve to, by the statement that an offer uses. */
export async function resolve(db: Kysely<DB>, artistId: string, references: readonly HashedReference[]) {
  const resolved = selectResolvedReferences(artistId, toReferencesParameter(references)).as('resolved')
  return (await db.selectNoFrom([resolved]).executeTakeFirstOrThrow()).resolved
}

import { sql } from 'kysely'
import { requireOneRow } from '#src/database/query.ts'
import {
  checkReferences,
  type ResolvedReference,
  selectResolvedReferences,
  toReferencesParameter,
} from '#src/evidence/references/resolve-references.ts'
import type { HashedCitation, HashedReference } from '#src/text/revisions.ts'
import { sliceExactly } from '#src/text/windows.ts'
import type { Mismatches, VerificationContext } from './context.ts'

/** Checks what questions and Lore quote of kept texts. */
export async function* checkCitations(context: VerificationContext): Mismatches {
  for (const entry of context.entries.values()) {
    const what = await findMisquotation(context, entry.citations as HashedReference[])
    if (what !== undefined) yield context.createFinding('interview_entries', entry, what)
  }
  for await (const lore of context.readRows('lore_versions')) {
    const references = (lore.citations as HashedCitation[]).map((citation) => toReference(lore.text, citation))
    const what = await findMisquotation(context, references)
    if (what !== undefined) yield context.createFinding('lore_versions', lore, what)
  }
}

/** A citation of Lore as a reference that quotes that part of the text. */
function toReference(text: string, citation: HashedCitation): HashedReference {
  const { kind, id, revision, quoteStart: start, quoteEnd: end } = citation
  const window = { revision, start, end, quote: sliceExactly(text, citation.start, citation.end) ?? '' }
  return kind === 'original' ? { kind, sourceId: id, ...window } : { kind, entryId: id, ...window }
}

/** Why one of them differs from what was validated; a source declined or removed since does not matter. */
async function findMisquotation(
  { db, artistId }: VerificationContext,
  references: readonly HashedReference[],
): Promise<string | undefined> {
  if (references.length === 0) return undefined
  const found = selectResolvedReferences(artistId, toReferencesParameter(references), { anyKept: true })
  const { rows } = await sql<{ found: ResolvedReference[] }>`select ${found} as found`.execute(db)
  const check = checkReferences(references, requireOneRow(rows).found)
  const reference = check.state === 'as_quoted' ? undefined : references[check.index]
  if (check.state === 'as_quoted' || reference === undefined) return undefined
  const cited = reference.kind === 'original' ? reference.sourceId : `answer ${reference.entryId}`
  return check.state === 'missing' || check.cause === 'revision_not_kept'
    ? `the revision of ${cited} that it cites is not kept`
    : `its quote of ${cited} is not the text of its window`
}

import type { ProblemCode } from '#src/contract/problems/catalogue.ts'
import type { ReviseInput } from '#src/contract/types.gen.ts'
import type { AnsweredQuestion, Version } from './queries.ts'

/** The strong entity tag of a revision. */
export const formatEtag = (revision: string): string => `"${revision}"`

/** The current wording. */
export const currentVersion = ({ revision, answer, answer_updated_at }: AnsweredQuestion): Version | undefined =>
  answer === null ? undefined : { revision, answer, saved_at: answer_updated_at }

/** What is kept as the note of an edit; an empty one is none (operations, section 4). */
export const normalizeNote = ({ note }: ReviseInput): string | null => note || null

/**
 * Why a new wording cannot be saved; asked once the answer is known to differ from the saved one. `ifMatch` is one
 * strong tag, as the contract admits no other form: `*`, a weak tag or a list would leave open which revision the
 * caller has read. It has to name the revision that the body expects (interface, 4.3; operations, section 4).
 */
export function refusalToRevise(
  current: { revision: string },
  { expectedRevision }: ReviseInput,
  ifMatch: string | undefined,
): ProblemCode | undefined {
  if (ifMatch !== undefined && ifMatch !== formatEtag(expectedRevision)) return 'revision_changed'
  return current.revision === expectedRevision ? undefined : 'revision_changed'
}

import type { ProblemCode } from '#src/contract/problems/catalogue.ts'
import type { ReviseInput } from '#src/contract/types.gen.ts'
import { formatEtag } from './views.ts'

/**
 * Why a new version is refused; called once the answer is known to differ from the saved one. `ifMatch` is one strong
 * tag: the contract admits neither `*` nor a weak tag nor a list, which would not say which revision the caller has
 * read. It has to name the revision that the body expects (interface, section 4.3; operations, section 4).
 */
export function refusalToRevise(
  current: { revision: string },
  { expectedRevision }: ReviseInput,
  ifMatch: string | undefined,
): ProblemCode | undefined {
  if (ifMatch !== undefined && ifMatch !== formatEtag(expectedRevision)) return 'revision_changed'
  return current.revision === expectedRevision ? undefined : 'revision_changed'
}

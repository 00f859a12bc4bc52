import { resolve } from './document.ts'
import { catalogue } from './problems/catalogue.ts'

/** Fails the start when the problem catalogue and the contract's list of codes differ, naming what each lacks. */
export function assertCatalogueMatchesContract(): void {
  const listed = resolve<{ enum: string[] }>({ $ref: '#/components/schemas/KnownErrorCode' }).enum
  const known = Object.keys(catalogue)
  const missing = listed.filter((code) => !known.includes(code))
  const extra = known.filter((code) => !listed.includes(code))
  if (missing.length + extra.length === 0) return
  throw new Error(
    `The problem catalogue differs from the contract: lacks [${missing.join(', ')}], adds [${extra.join(', ')}]`,
  )
}

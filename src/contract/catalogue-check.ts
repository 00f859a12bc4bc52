import { catalogue } from '#src/problems/catalogue.ts'
import { resolve, type Schema } from './document.ts'

/** Refuses to start when the problem catalogue and the contract's list of codes differ, naming what each lacks. */
export function refuseCatalogueDifference(): void {
  const { value } = resolve<Schema>({ $ref: '#/components/schemas/ErrorCode' }, '')
  const listed = value.enum as string[]
  const known = Object.keys(catalogue)
  const missing = listed.filter((code) => !known.includes(code))
  const extra = known.filter((code) => !listed.includes(code))
  if (missing.length + extra.length === 0) return
  throw new Error(
    `The problem catalogue differs from the contract: lacks [${missing.join(', ')}], adds [${extra.join(', ')}]`,
  )
}

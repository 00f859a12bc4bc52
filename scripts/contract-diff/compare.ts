import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Change } from './change.ts'
import { findOwnChanges } from './own-promises.ts'
import { findRedoclyChanges } from './redocly.ts'
import { refusalToVersion } from './version.ts'

export type Comparison = {
  changes: Change[]
  versions: { base: string; head: string }
  /** Why the head's version does not fit these changes. */
  refusal: string | undefined
}

/** Compares two documents, each a file of JSON or YAML with everything in it. */
export function compareContracts(base: string, head: string): Comparison {
  const [before, after] = [base, head].map((file) => parse(readFileSync(file, 'utf8')))
  const changes = [...findRedoclyChanges(base, head), ...findOwnChanges(before, after)]
  const versions = { base: String(before.info?.version), head: String(after.info?.version) }
  const impacts = changes.map(({ impact }) => impact)
  return { changes, versions, refusal: refusalToVersion(versions.base, versions.head, impacts) }
}

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import type { Draft } from './edits/edit.ts'

/**
 * From here on this process reads the contract with a change in it. A module that depends on the contract has to be
 * imported afterwards.
 */
export function editContract(edit: (draft: Draft) => void): void {
  const read = fs.readFileSync
  fs.readFileSync = ((file: fs.PathLike, ...rest: []) => {
    const found = read(file, ...rest)
    if (!String(file).endsWith('openapi/bundle/openapi.json')) return found
    const draft = JSON.parse(String(found))
    edit(draft)
    return Buffer.from(JSON.stringify(draft))
  }) as typeof fs.readFileSync
  syncBuiltinESMExports()
}

import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../.data/test-ledger', import.meta.url))
const file = `${folder}/seen.txt`

/** Begins the ledger of a whole run: which of the contract's (operation, status) pairs some test has produced. */
export function openLedger(): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

/** What a line says of an answer that the contract does not describe; behind it stand the operation and the status. */
export const violationMark = 'VIOLATION '

/** Adds what one test process has seen; short lines appended in one write, so that processes do not mix theirs. */
export function addToLedger(pairs: Iterable<string>): void {
  mkdirSync(folder, { recursive: true })
  appendFileSync(file, [...pairs].map((pair) => `${pair}\n`).join(''))
}

export const readLedger = () => new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))

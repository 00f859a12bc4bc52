import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../.data/test-ledger', import.meta.url))
const file = `${folder}/seen.txt`
const ran = `${folder}/files.txt`

/** Starts an empty ledger: the contract's (operation, status) pairs that tests produce in this run. */
export function openLedger(): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

/** Prefix of a response that the contract does not describe; the operation and the status follow. */
export const violationMark = 'VIOLATION '

/** Adds the pairs of one test process in one write, so that lines of parallel processes do not interleave. */
export function addToLedger(pairs: Iterable<string>): void {
  mkdirSync(folder, { recursive: true })
  appendFileSync(file, [...pairs].map((pair) => `${pair}\n`).join(''))
}

export const readLedger = () => readLines(file)

/** Notes that a test file, by its path below `test/`, ran in this run. */
export function noteFile(path: string): void {
  mkdirSync(folder, { recursive: true })
  appendFileSync(ran, `${path}\n`)
}

/** Whether a path below `test/` is a test file of `npm test`: those of system/nightly/ take hours. */
export const isInEveryRun = (path: string): boolean => path.endsWith('.test.ts') && !path.startsWith('system/nightly/')

/** Test files of the project that did not run in this run, or not in a group. */
export function listFilesNotRun(): string[] {
  const noted = readLines(ran)
  const tests = fileURLToPath(new URL('..', import.meta.url))
  return readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .filter((path) => isInEveryRun(path) && !noted.has(path))
    .toSorted()
}

const readLines = (path: string) =>
  new Set(existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [])

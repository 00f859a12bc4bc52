import { getOperation, type OperationId } from '#src/contract/document.ts'
import { createCall, type Known } from './call.ts'
import { type Check, forEach } from './check.ts'
import { checkAnonymous, checkCallers } from './checks/access.ts'
import { checkBounds } from './checks/bounds.ts'
import { checkCursors } from './checks/cursors.ts'
import { checkExamplesOfRead, checkExamplesOfWrites } from './checks/examples.ts'
import { checkPaths } from './checks/paths.ts'
import { checkRepeats } from './checks/repeats.ts'
import { checkTexts } from './checks/texts.ts'
import { checkWindows } from './checks/windows.ts'
import { checkWorkflows } from './checks/workflows.ts'
import { readKnown } from './known.ts'
import { operations, reads, writes } from './operations.ts'
import { notGiven, type Options, UsageError } from './options.ts'
import type { Recorder } from './recorder.ts'

/**
 * In this order: writes that leave records, so that reads find them; workflows before the writes that would change the
 * state they begin in.
 */
const checks: readonly Check[] = [
  { name: 'paths', run: checkPaths },
  { name: 'access without a credential', run: forEach(operations, checkAnonymous) },
  { name: 'repeats', needs: 'full', run: checkRepeats },
  { name: 'texts', needs: 'full', run: checkTexts },
  { name: 'examples of reads', needs: 'token', run: forEach(reads, checkExamplesOfRead) },
  { name: 'bounds of reads', needs: 'token', run: forEach(reads, checkBounds) },
  { name: 'access to reads', needs: 'token', run: forEach(reads, checkCallers) },
  { name: 'cursors', needs: 'token', run: checkCursors },
  { name: 'windows of sources', needs: 'token', run: checkWindows },
  { name: 'workflows', needs: 'full', run: checkWorkflows },
  { name: 'examples of writes', needs: 'full', run: checkExamplesOfWrites },
  { name: 'bounds of writes', needs: 'full', run: forEach(writes, checkBounds) },
  { name: 'access to writes', needs: 'full', run: forEach(writes, checkCallers) },
]

/**
 * Runs the checks one after the other; what they find is in the recorder.
 * @param onCheck called as each check begins
 * @throws UsageError where nothing answers, or the token is good for no artist, or for several
 */
export async function runChecks(options: Options, recorder: Recorder, onCheck: (name: string) => void = () => {}) {
  const { only, operation, token, full } = options
  const names = checks.map(({ name }) => name)
  const unknown = only.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new UsageError(`--only ${unknown}: the checks are ${names.join(', ')}`)
  const missing = operation.find((name) => !operations.some(({ id }) => id === name))
  if (missing !== undefined) throw new UsageError(`--operation ${missing}: the contract has no such operation`)
  await get(options.url, 'checkHealth')
  const artist = token === undefined ? exampleArtist : await findArtist(options)
  for (const check of checks.filter(({ name }) => only.length === 0 || only.includes(name))) {
    const { name, needs } = check
    if (needs === 'full' && !full) recorder.skip(name, name, notGiven)
    else if (needs === 'token' && token === undefined) recorder.skip(name, name, 'it needs a --token')
    else {
      onCheck(name)
      await runCheck(check, options, recorder, artist)
    }
  }
}

const exampleArtist = '0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11'

async function runCheck({ name, run }: Check, options: Options, recorder: Recorder, artist: string): Promise<void> {
  const open = (known: Known) => createCall(options, recorder, name, { artist, known })
  try {
    const known = options.token === undefined ? {} : await readKnown(open({}))
    await run({
      ...{ options, artist, known, call: open(known) },
      report: (subject, input, wrong) => recorder.report(name, subject, input, wrong),
      skip: (subject, reason) => recorder.skip(name, subject, reason),
    })
  } catch (error) {
    recorder.report(name, name, 'the check', `ended early: ${describe(error as Error)}`)
  }
}

const describe = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message} (${cause.message})` : message

/** Asks outside of the checks, before the first. */
async function get(url: string, id: OperationId, headers: Record<string, string> = {}): Promise<Response> {
  return await fetch(url + getOperation(id).path, { headers }).catch((error) => {
    throw new UsageError(`No response from ${url}: ${describe(error)}`)
  })
}

async function findArtist(options: Options): Promise<string> {
  if (options.artist !== undefined) return options.artist
  const headers = { authorization: `Bearer ${options.token}` }
  const response = await get(options.url, 'listMyArtists', headers)
  if (response.status !== 200) throw new UsageError(`The token is answered ${response.status} by ${options.url}`)
  const { artists } = (await response.json()) as { artists: { id: string }[] }
  const [only] = artists
  if (only === undefined) throw new UsageError('The token is good for no artist')
  if (artists.length > 1) throw new UsageError('The token is good for several artists: choose one by --artist')
  return only.id
}

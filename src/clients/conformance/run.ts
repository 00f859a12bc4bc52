import type { Check, CheckContext } from './check.ts'
import { checkAccessToReads, checkAccessToWrites, checkAnonymous } from './checks/access.ts'
import { checkBoundsOfReads, checkBoundsOfWrites } from './checks/bounds.ts'
import { checkCursors } from './checks/cursors.ts'
import { checkDocument, checkPaths } from './checks/document.ts'
import {
  checkExamplesOfReads,
  checkExamplesOfWrites,
  checkGeneratedReads,
  checkGeneratedWrites,
} from './checks/inputs.ts'
import { checkRepeats } from './checks/repeats.ts'
import { checkSchemathesis } from './checks/schemathesis.ts'
import { checkTexts } from './checks/texts.ts'
import { checkWindows } from './checks/windows.ts'
import { checkWorkflows } from './checks/workflows.ts'
import { readKnown } from './known.ts'
import { getOperation } from './operations.ts'
import { notGiven, type Options, UsageError } from './options.ts'
import type { Recorder } from './recorder.ts'
import { createSend } from './session.ts'

/**
 * In this order: writes that leave records, so that reads find them; workflows before the writes that would change the
 * state they begin in.
 */
export const checks: readonly Check[] = [
  ...[checkDocument, checkPaths, checkAnonymous, checkRepeats, checkTexts],
  ...[checkExamplesOfReads, checkBoundsOfReads, checkGeneratedReads, checkAccessToReads, checkCursors, checkWindows],
  ...[checkWorkflows, checkExamplesOfWrites, checkBoundsOfWrites, checkGeneratedWrites, checkAccessToWrites],
  checkSchemathesis,
]

/**
 * Runs the checks one after the other; what they find is in the recorder.
 * @param onCheck called as each check begins
 * @throws UsageError where the token is good for no artist, or for several
 */
export async function runChecks(options: Options, recorder: Recorder, onCheck: (name: string) => void = () => {}) {
  const chosen = checks.filter(({ name }) => options.only.length === 0 || options.only.includes(name))
  const unknown = options.only.find((name) => !checks.some((check) => check.name === name))
  if (unknown !== undefined)
    throw new UsageError(`--only ${unknown}: the checks are ${checks.map(({ name }) => name).join(', ')}`)
  const artist = options.token === undefined ? exampleArtist : await findArtist(options)
  for (const check of chosen) {
    const reason = findReasonToSkip(check, options)
    if (reason !== undefined) recorder.skip(check.name, check.name, reason)
    else {
      onCheck(check.name)
      await runCheck(check, options, recorder, artist)
    }
  }
}

const exampleArtist = '0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11'

function findReasonToSkip({ writes, signedIn }: Check, { full, token }: Options): string | undefined {
  if (writes && !full) return notGiven
  return signedIn && token === undefined ? 'it needs a --token' : undefined
}

async function runCheck({ name, run }: Check, options: Options, recorder: Recorder, artist: string): Promise<void> {
  const send = createSend(options, recorder, name)
  try {
    const known = options.token === undefined ? {} : await readKnown(send, artist)
    const context: CheckContext = {
      ...{ options, artist, known, send },
      report: (subject, input, wrong) => recorder.report(name, subject, input, wrong),
      skip: (subject, reason) => recorder.skip(name, subject, reason),
    }
    await run(context)
  } catch (error) {
    const { message, cause } = error as Error
    recorder.report(
      name,
      name,
      'the check',
      `ended early: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`,
    )
  }
}

async function findArtist(options: Options): Promise<string> {
  if (options.artist !== undefined) return options.artist
  const headers = { authorization: `Bearer ${options.token}` }
  const response = await fetch(options.url + getOperation('listMyArtists').path, { headers })
  if (response.status !== 200) throw new UsageError(`The token is answered ${response.status} by ${options.url}`)
  const { artists } = (await response.json()) as { artists: { id: string }[] }
  const [only] = artists
  if (only === undefined) throw new UsageError('The token is good for no artist')
  if (artists.length > 1) throw new UsageError('The token is good for several artists: choose one by --artist')
  return only.id
}

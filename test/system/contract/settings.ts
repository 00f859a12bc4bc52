import { copyFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FuzzTarget } from './fuzz-target.ts'

const hooks = fileURLToPath(new URL('hooks.py', import.meta.url))

/** How often a generated value is replaced by an existing one. The rest stays random, which is what fuzzing is for. */
const share = 0.7
/** Without an existing artist nothing behind the permission would ever be reached. */
const artistShare = 0.9

/**
 * The settings file of one run. Every check of the tool is on. Two of them learn that 413 is a refusal as 400 is: a
 * body that is valid by its schema may have too many bytes for the operation, and is then not parsed.
 */
export function writeSettings(file: string, { known, credentials }: FuzzTarget, sequences: number): void {
  const dictionaries = Object.entries(known).map(
    ([name, { values }]) => `[dictionaries.${name}]\nvalues = ${JSON.stringify(values)}`,
  )
  const bindings = Object.entries(known).flatMap(([name, { fields }]) =>
    fields.map(
      (field) =>
        `${JSON.stringify(field)} = { dictionary = "${name}", probability = ${name === 'artists' ? artistShare : share} }`,
    ),
  )
  const auth = [
    `accessToken = { bearer = ${JSON.stringify(credentials.accessToken)} }`,
    `schedulerSecret = { bearer = ${JSON.stringify(credentials.schedulerSecret)} }`,
    ...(credentials.researchKey === undefined
      ? []
      : [`researchKey = { api_key = ${JSON.stringify(credentials.researchKey)} }`]),
  ]
  // A copy, for Python stores compiled code beside its source.
  const copied = join(dirname(file), 'hooks.py')
  copyFileSync(hooks, copied)
  const settings = [
    `hooks = ${JSON.stringify(copied)}`,
    'continue-on-failure = true',
    '[checks.positive_data_acceptance]',
    'expected-statuses = ["2xx", 401, 403, 404, 409, 413, 429]',
    '[checks.negative_data_rejection]',
    'expected-statuses = [400, 401, 403, 404, 405, 409, 413, 429]',
    // A sequence reaches what a single request cannot; most of them end early, so there are many.
    '[phases.stateful.generation]',
    `max-examples = ${sequences}`,
    '[auth.openapi]',
    ...auth,
    ...dictionaries,
    '[parameters]',
    ...bindings,
  ]
  writeFileSync(file, `${settings.join('\n')}\n`, { mode: 0o600 })
}

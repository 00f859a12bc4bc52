/**
 * `npm run test:sdks [-- NAME …] [--short] [--write]`: makes a client with each generator, compiles it strictly and
 * completes a sitting with it against a running service. `--short` tries those of this repository's own packages;
 * `--write` puts the table into the guide.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { clients } from './clients.ts'
import { formatTable, writeTable } from './table.ts'
import { type Trial, tryClients } from './try-client.ts'

const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => !clients.some((client) => client.name === name))
if (unknown.length > 0) {
  console.error(`No such generator: ${unknown.join(', ')}. There are ${clients.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}
const selected = clients.filter(({ name, isShort }) =>
  positionals.length > 0 ? positionals.includes(name) : !values.short || isShort,
)

const folder = await mkdtemp(join(tmpdir(), 'sittings-sdks-'))
const trials: Trial[] = []
try {
  for await (const trial of tryClients(selected, folder)) {
    const { client, wrong } = trial
    trials.push(trial)
    console.log(wrong === undefined ? `ok      ${client.name}` : `failed  ${client.name}: ${wrong}`)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.log(`\n${formatTable(trials)}`)
const failed = trials.filter(({ wrong }) => wrong !== undefined).length
console.log(`${trials.length - failed} passed, ${failed} failed`)
if (values.write && failed === 0 && trials.length === clients.length) await writeTable(trials)
process.exitCode = failed === 0 ? 0 : 1

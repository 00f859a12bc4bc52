/**
 * `node test/system/sdks/run.ts [NAME …]`: makes a client with each generator, compiles it strictly and completes a sitting with
 * it against a running service. One whose tools are not installed here is skipped.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { clients } from './clients.ts'
import { tryClients } from './try-client.ts'

const { positionals } = parseArgs({ allowPositionals: true, options: {} })
const unknown = positionals.filter((name) => !clients.some((client) => client.name === name))
if (unknown.length > 0) {
  console.error(`No such generator: ${unknown.join(', ')}. There are ${clients.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}
const selected = clients.filter(({ name }) => positionals.length === 0 || positionals.includes(name))

const folder = await mkdtemp(join(tmpdir(), 'sittings-sdks-'))
const counts = { ok: 0, skipped: 0, failed: 0 }
try {
  for await (const { client, wrong = '' } of tryClients(selected, folder)) {
    const outcome = wrong === '' ? 'ok' : wrong.endsWith('is not installed here') ? 'skipped' : 'failed'
    counts[outcome] += 1
    console.log(`${outcome.padEnd(8)}${client.name} ${client.version}${wrong === '' ? '' : `: ${wrong}`}`)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.log(`${counts.ok} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exitCode = counts.failed === 0 ? 0 : 1

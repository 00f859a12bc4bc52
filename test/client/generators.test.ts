import { join } from 'node:path'
import t from 'tap'
import { clients } from '../system/sdks/clients.ts'
import { startSampleService } from '../system/sdks/sample-service.ts'
import { tryClient } from '../system/sdks/try-client.ts'

// Generating and compiling clients, beside other tests.
t.setTimeout(220_000)

const folder = t.testdir()
const service = await startSampleService(join(folder, 'data'))
t.teardown(() => service.end())

for (const client of clients.filter(({ isShort }) => isShort)) {
  t.test(`${client.name}: generated without a flag, compiled strictly, a whole sitting is held with it`, async (t) => {
    const trial = await tryClient(client, join(folder, client.name.replaceAll(' ', '-')), service.given)
    t.match(trial, { generated: true, compiled: true, held: true, streamed: true, wrong: undefined })
  })
}

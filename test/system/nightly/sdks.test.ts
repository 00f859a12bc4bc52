import t from 'tap'
import { openEnvironment } from '../environment.ts'
import { clients } from '../sdks/clients.ts'
import { tryClients } from '../sdks/try-client.ts'

t.setTimeout(7_200_000)

t.test('every client that can be generated from the contract completes a sitting', async (t) => {
  const environment = await openEnvironment(t)
  for await (const { client, wrong } of tryClients(clients, environment.folder)) t.equal(wrong, undefined, client.name)
  environment.report('sdks', `${clients.length} clients`)
})

import t from 'tap'
import { openEnvironment } from '../environment.ts'
import { compiledClients, pythonClients } from '../sdks/languages.ts'
import { tryClients } from '../sdks/try-client.ts'
import { typescriptClients } from '../sdks/typescript.ts'

t.setTimeout(7_200_000)

/** `SDK=…` tries those whose name holds it. */
const { SDK: named = '' } = process.env
const clients = [...typescriptClients, ...pythonClients, ...compiledClients].filter(({ name }) => name.includes(named))

t.test('every client that can be generated from the contract completes a sitting', async (t) => {
  const environment = await openEnvironment(t)
  t.ok(clients.length > 0)
  for await (const { client, wrong } of tryClients(clients, environment.folder)) t.equal(wrong, undefined, client.name)
  environment.report('sdks', `${clients.length} clients`)
})

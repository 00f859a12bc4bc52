import type { SystemTest } from '../result.ts'
import { clients, listClientsOfChange } from '../sdks/clients.ts'
import { tryClients } from '../sdks/try-client.ts'

/**
 * Every client that can be generated from the contract completes a sitting: in the short form those of TypeScript, and
 * outside of CI those alone whose generators need no registry.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  const tried = short ? listClientsOfChange(process.env.CI === 'true') : clients
  const failed: string[] = []
  for await (const { client, wrong } of tryClients(tried, environment.folder)) {
    environment.log(`${client.name}: ${wrong ?? 'generated, compiled, and held a sitting'}`)
    if (wrong !== undefined) failed.push(client.name)
  }
  return { passed: failed.length === 0, summary: `${tried.length - failed.length} of ${tried.length} clients` }
}

import type { Check } from '../result.ts'
import { clients, clientsOfChange } from '../sdks/clients.ts'
import { tryAlone } from '../sdks/try-client.ts'

/**
 * Every client that can be generated from the contract completes a sitting. The generators of the long form need their
 * registries; those of the short form are packages of this repository, and in CI one more is installed.
 */
export const runCheck: Check = async (stage, { short }) => {
  const tried = short ? clientsOfChange(process.env.CI === 'true') : clients
  const failed: string[] = []
  for (const client of tried) {
    const { wrong } = await tryAlone(client, stage.folder)
    stage.say(`${client.name}: ${wrong ?? 'generated, compiled, and held a sitting'}`)
    if (wrong !== undefined) failed.push(client.name)
  }
  return { holds: failed.length === 0, figure: `${tried.length - failed.length} of ${tried.length} clients` }
}

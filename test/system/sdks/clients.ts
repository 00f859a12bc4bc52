import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { documentPath } from '../../../scripts/sdk/document.ts'
import type { GeneratedClient } from './client.ts'
import { goClients } from './go.ts'
import { jvmClients } from './jvm.ts'
import { pythonClients } from './python.ts'
import { rustClients } from './rust.ts'
import { typescriptClients } from './typescript.ts'

/** Every generator that is tried, in the order of the table. */
export const clients: GeneratedClient[] = [
  ...typescriptClients,
  ...pythonClients,
  ...jvmClients,
  ...goClients,
  ...rustClients,
]

/**
 * What every change tries: the generators that this repository installs and, where a registry is at hand, one of the
 * other TypeScript ones. The contract draws it: the same contract the same one, so that a failure tells of the change.
 */
export function clientsOfChange(hasRegistry: boolean): GeneratedClient[] {
  const others = typescriptClients.filter(({ isShort }) => !isShort)
  const drawn = createHash('sha256').update(readFileSync(documentPath)).digest().readUInt32BE() % others.length
  return [...clients.filter(({ isShort }) => isShort), ...(hasRegistry ? others.slice(drawn, drawn + 1) : [])]
}

/** Generators that client teams ask about and that cannot be tried, each with its reason. */
export const untried = [
  { name: 'progenitor', language: 'Rust', reason: 'reads OpenAPI 3.0 alone; this contract is 3.1' },
]

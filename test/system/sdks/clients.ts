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

/** What every change tries: the TypeScript generators, and without a registry those of them that are installed here. */
export const listClientsOfChange = (hasRegistry: boolean): GeneratedClient[] =>
  hasRegistry ? typescriptClients : typescriptClients.filter(({ isShort }) => isShort)

/** Generators that client teams ask about and that cannot be tried, each with its reason. */
export const untried = [
  { name: 'progenitor', language: 'Rust', reason: 'reads only OpenAPI 3.0; this contract is 3.1' },
]

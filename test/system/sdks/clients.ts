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

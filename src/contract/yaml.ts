import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * The bundled contract as YAML. The library takes half a second for a document of this size, which a thread spends. A
 * built service contains the result instead of this module (scripts/build/plugins.ts).
 */
export async function renderContractYaml(): Promise<string> {
  const [yaml] = await once(new Worker(new URL('./yaml-worker.ts', import.meta.url)), 'message')
  return yaml
}

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { compressAsset, type StaticAsset } from '../send-static-asset.ts'
import { buildScalarPolicy } from './csp.ts'
import { iconAddress } from './icon.ts'

export type ScalarPage = { page: StaticAsset; policy: string; script: StaticAsset }

/**
 * The Scalar page. Its package is one module of four million characters: loaded in a worker thread, it blocks no
 * request and leaves only the served bytes in memory.
 * @param keepsTokens whether the page stores a token in the browser
 * @throws Error the worker's failure
 */
export async function loadScalar({ keepsTokens }: { keepsTokens: boolean }): Promise<ScalarPage> {
  const worker = new Worker(new URL('./scalar-worker.ts', import.meta.url), { workerData: { keepsTokens } })
  const [message] = await once(worker, 'message')
  const { page: made, script }: { page: string; script: Uint8Array } = message
  // Without a link to an icon a browser requests /favicon.ico.
  const page = made.replace('</head>', `<link rel="icon" href="${iconAddress}">\n</head>`)
  const bytes = Buffer.from(script.buffer, script.byteOffset, script.byteLength)
  return {
    page: await compressAsset('text/html; charset=utf-8', page),
    policy: buildScalarPolicy(page),
    script: await compressAsset('text/javascript; charset=utf-8', bytes),
  }
}

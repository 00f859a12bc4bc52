import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { compressAsset, type StaticAsset } from '../send-static-asset.ts'
import { buildScalarPolicy } from './csp.ts'
import { iconAddress } from './icon.ts'

export type ScalarPage = { page: StaticAsset; policy: string; script: StaticAsset }

/**
 * The second reader (Scalar). Its package is one module of four million characters: read in a thread of its own, it
 * stops no request and leaves nothing behind but the bytes that are served.
 * @param keepsTokens whether the page keeps a token in the browser's storage
 * @throws Error what ended the thread
 */
export async function loadScalar({ keepsTokens }: { keepsTokens: boolean }): Promise<ScalarPage> {
  const worker = new Worker(new URL('./scalar-worker.ts', import.meta.url), { workerData: { keepsTokens } })
  const [told] = await once(worker, 'message')
  const { page: made, script }: { page: string; script: Uint8Array } = told
  // Without an icon of the page's own a browser asks for one at the root.
  const page = made.replace('</head>', `<link rel="icon" href="${iconAddress}">\n</head>`)
  const bytes = Buffer.from(script.buffer, script.byteOffset, script.byteLength)
  return {
    page: await compressAsset('text/html; charset=utf-8', page),
    policy: buildScalarPolicy(page),
    script: await compressAsset('text/javascript; charset=utf-8', bytes),
  }
}

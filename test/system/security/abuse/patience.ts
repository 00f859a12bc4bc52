import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Expression } from './expressions.ts'
import type { Trial } from './try-expressions.ts'

/** Longer than all attacks on one expression take on a busy machine; one that takes longer hangs. */
const patienceMs = 30_000

/**
 * Tries texts of this length on every expression.
 * @returns the number of attacks, and in words each expression whose time grows faster than the text
 */
export async function tryAll(expressions: readonly Expression[], length: number) {
  const slow: string[] = []
  let attacks = 0
  let worker = newWorker()
  for (const expression of expressions) {
    worker.postMessage({ expression, length })
    const named = `/${expression.source}/${expression.flags} of ${expression.at}`
    const trial = await readTrial(worker)
    if (trial === undefined) {
      slow.push(`${named}: does not come back`)
      await worker.terminate()
      worker = newWorker()
      continue
    }
    const { worst } = trial
    attacks += trial.attacks
    if (worst === undefined) continue
    const { before, pump, after } = worst.attack
    const text = JSON.stringify([before, pump, after])
    slow.push(
      `${named}: ${worst.ms.toFixed(0)} ms for ${length} characters of ${text}, ${worst.growth.toFixed(0)} times those of a quarter`,
    )
  }
  await worker.terminate()
  return { attacks, slow }
}

const newWorker = () => new Worker(new URL('try-expressions.ts', import.meta.url))

/** The worker's result; undefined when there is none in time. */
async function readTrial(worker: Worker): Promise<Trial | undefined> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), patienceMs)
  try {
    const [trial] = await once(worker, 'message', { signal: late.signal })
    return trial as Trial
  } catch (error) {
    if (late.signal.aborted) return undefined
    throw error
  } finally {
    clearTimeout(timer)
  }
}

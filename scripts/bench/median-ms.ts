import { runLoop } from './loop.ts'
import { median } from './statistics.ts'

/** So many loops that each repeat `work` for so many seconds; returns its median milliseconds. */
export async function medianMs(
  loops: number,
  seconds: number,
  work: (index: number) => Promise<unknown>,
): Promise<number> {
  const taken: number[] = []
  let index = 0
  await runLoop(loops, seconds, async () => {
    const began = performance.now()
    await work(index++)
    taken.push(performance.now() - began)
  })
  return median(taken)
}

/** GET with these headers and a success; the body is read to its end. */
export async function got(url: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url, { headers })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
}

import { runLoop } from './loop.ts'
import { median } from './statistics.ts'

/**
 * So many loops that each do `work` again and again for so many seconds; answers the milliseconds that it takes in the
 * middle.
 */
export async function medianMs(
  loops: number,
  seconds: number,
  work: (turn: number) => Promise<unknown>,
): Promise<number> {
  const taken: number[] = []
  let turn = 0
  await runLoop(loops, seconds, async () => {
    const began = performance.now()
    await work(turn++)
    taken.push(performance.now() - began)
  })
  return median(taken)
}

/** GET with these headers, answered with success; the body is read to its end. */
export async function got(url: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url, { headers })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
}

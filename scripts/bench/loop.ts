/**
 * So many loops that each repeat `work` for so many seconds; returns how often it was done in one. `work` gets the
 * number of its loop, so that each can have a row, an answer or a connection of its own.
 */
export async function runLoop(
  loops: number,
  seconds: number,
  work: (loop: number) => Promise<unknown>,
): Promise<number> {
  let done = 0
  const began = performance.now()
  const until = began + seconds * 1_000
  await Promise.all(
    Array.from({ length: loops }, async (_, loop) => {
      while (performance.now() < until) {
        await work(loop)
        done += 1
      }
    }),
  )
  return done / ((performance.now() - began) / 1_000)
}

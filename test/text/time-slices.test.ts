import t from 'tap'
import { runInTimeSlices } from '#src/text/time-slices.ts'

const block = (ms: number) => {
  for (const endsMs = performance.now() + ms; performance.now() < endsMs; );
}

t.test('between two time slices a busy event loop turns four times: it accepts a connection in each', async (t) => {
  let turns = 0
  let turning = setImmediate(function turn() {
    turns += 1
    block(5)
    turning = setImmediate(turn)
  })
  t.teardown(() => clearImmediate(turning))
  const work = (function* () {
    const first = turns
    block(3)
    yield
    return turns - first
  })()
  t.ok((await runInTimeSlices(work)) > 3)
})

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

t.test('after a time slice the event loop is left alone for as long as it took', async (t) => {
  const work = (function* () {
    block(40)
    const endedMs = performance.now()
    yield
    return performance.now() - endedMs
  })()
  const restMs = await runInTimeSlices(work)
  t.ok(restMs > 35 && restMs < 1_000, `${restMs} ms`)
})

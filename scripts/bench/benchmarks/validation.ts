import type { OperationId } from '#src/contract/document.ts'
import { operationContracts } from '#src/contract/document.ts'
import { createResponseValidator } from '#src/contract/response-validator.ts'
import type { Benchmark, Benchmarks, Entrant } from '../benchmark.ts'

const response = {
  id: '0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11',
  questionKey: 's1-q1-0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11',
  question: 'Seven of eleven stops answer. Which one do you miss?',
  answer: 'My sister played one at the wake, and the whole room went quiet.',
  source: 'interview',
  sitting: 1,
  offeredAt: '2026-03-04T10:01:12.000Z',
  answerUpdatedAt: '2026-03-04T10:02:45.120Z',
  revision: '916d008bcdbd1bb2b60704e6a57172e607c37872071a0466939611bb63b555b6',
}
const single = { status: 'ok', response, isCurrent: true }
const page = { status: 'ok', responses: Array.from({ length: 20 }, () => response), nextCursor: null }

/**
 * The processor time to validate a response before it is sent. The floor is the unit, so that a ratio is a number of
 * microseconds.
 */
export const benchmarks: Benchmarks = async () => {
  const validating = (id: OperationId, body: unknown): Entrant => {
    const validate = createResponseValidator(
      operationContracts.get(id) as NonNullable<ReturnType<typeof operationContracts.get>>,
    )
    const outgoing = { status: 200, body }
    return {
      name: 'Sittings',
      role: 'ours',
      measure: async (seconds) => {
        let count = 0
        const [began, until] = [process.cpuUsage(), performance.now() + seconds * 1_000]
        for (; performance.now() < until; count += 100) for (let n = 0; n < 100; n += 1) validate(outgoing)
        const { user, system } = process.cpuUsage(began)
        return (user + system) / count
      },
    }
  }
  const unit: Entrant = { name: 'the unit', role: 'floor', measure: async () => 1 }
  const race = (work: string, goal: number, ours: Entrant): Benchmark => ({
    work,
    unit: 'µs',
    goal,
    entrants: [unit, ours],
  })
  return [
    race('validate one response', 2, validating('readInterviewResponse', single)),
    race('validate a page of twenty', 35, validating('listInterviewResponses', page)),
  ]
}

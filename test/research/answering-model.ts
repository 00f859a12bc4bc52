import type { Test } from 'tap'
import { createLanguageModel } from '#src/research/providers/model.ts'
import { buildCompletion, type Reply, replyWith, replyWithObject, startModelServer } from '../providers/model-server.ts'

/** What the model says, as JSON or as it is; a number is a status, and null no answer at all. */
type Answer = object | string | number | null

const toReply = (answer: Answer): Reply => {
  if (answer === null) return () => {}
  if (typeof answer === 'number') return replyWith(answer, 'no')
  return typeof answer === 'string' ? replyWith(200, buildCompletion(answer)) : replyWithObject(answer)
}

/** A model behind HTTP that gives these answers in turn, the last of them for ever. */
export async function openModel(t: Test, answers: readonly Answer[], deadlineMs = 20_000) {
  const requests: string[] = []
  const server = await startModelServer(t, (response, body) => {
    requests.push(JSON.stringify(body))
    return toReply(answers[Math.min(requests.length, answers.length) - 1] ?? null)(response, body)
  })
  const model = createLanguageModel({ url: server.base, name: 'test', key: 'secret', deadlineMs })
  return { model, requests }
}

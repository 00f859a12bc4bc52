import { sliceMs } from '#src/queue/limits.ts'
import { createSdkFetch } from '../sdk-fetch.ts'
import type { Model } from './index.ts'

type Endpoint = {
  /** What `/chat/completions` is appended to. */
  url: string
  name: string
  /** Sent as a bearer key; a model on one's own machine needs none. */
  key: string | undefined
  /** Whether it takes a JSON schema; else it is asked for JSON, and the instructions describe the form. */
  takesSchema: boolean
  /** Milliseconds for the whole answer. */
  deadlineMs?: number
}

/** Two thirds of a slice: the rest is enough to compose without the model. */
const deadlineOfSliceMs = (sliceMs * 2) / 3

/** Bytes of an answer: fifty times what is asked for, which leaves room for a model that thinks aloud. */
const bytesMax = 1_000_000

/**
 * Any service with the chat completions protocol. The SDK writes and reads the messages; the request goes through
 * `fetchOutbound`, so it has a deadline, a size limit and named failures, and no error with the key or a text leaves
 * this file. Neither temperature nor token limit is sent: newer models refuse the one or the other.
 */
export function createLanguageModel({ url, name, key, takesSchema, deadlineMs = deadlineOfSliceMs }: Endpoint): Model {
  // Loaded with the model, at the start of a service that has one: loading holds the event loop for longer than any
  // request may. A failure is that of the requests.
  const loading = Promise.all([import('@ai-sdk/openai-compatible'), import('ai')])
  loading.catch(() => {})
  return {
    name: 'openai-compatible',
    generate: async ({ instructions, material, schema }, signal) => {
      const { send, toFailure } = createSdkFetch({ url, key, signal, deadlineMs, bytesMax })
      const [{ createOpenAICompatible }, { generateText, jsonSchema, Output }] = await loading
      const provider = createOpenAICompatible({
        name: 'model',
        baseURL: url,
        fetch: send,
        supportsStructuredOutputs: takesSchema,
      })
      try {
        const { output } = await generateText({
          model: provider(name),
          instructions,
          prompt: material,
          maxRetries: 0,
          abortSignal: signal,
          output: takesSchema ? Output.object({ schema: jsonSchema<unknown>(schema) }) : Output.json(),
        })
        return { object: output }
      } catch {
        // An answer came, but not of that protocol or with nothing of JSON in it: cut off, declined, or plain words.
        return toFailure()
      }
    },
  }
}

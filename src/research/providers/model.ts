import { sliceMs } from '#src/queue/limits.ts'
import { isRecord, parseJson, readList, toRecord } from '#src/text/json.ts'
import { callProvider, type ProviderFailure } from './call.ts'

/** What a language model is asked for: one object of the form of `schema`. */
export type ModelRequest = {
  /** The instructions; this service's own. */
  instructions: string
  /** The input; may contain texts of any author. */
  material: string
  /** A JSON schema. */
  schema: Readonly<Record<string, unknown>>
}

/**
 * A language model. One call is one request, never repeated, and counts as a paid step (../budget.ts) before it
 * is sent.
 */
export type Model = {
  name: string
  /** The object as the model wrote it: the caller validates its form and its content. */
  generate: (request: ModelRequest, signal: AbortSignal) => Promise<{ object: unknown } | ProviderFailure>
}

/** A service at an address of the operator's; its key is sent as a bearer key, and one of one's own needs none. */
export type Endpoint = { url: string; name: string; key: string | undefined }

/**
 * Any service with `POST /chat/completions`. Neither temperature nor token limit is sent: newer models refuse the one
 * or the other.
 * @param deadlineMs two thirds of a slice: the rest is enough to check what the model has written
 */
export const createLanguageModel = ({
  url,
  name,
  key,
  deadlineMs = (sliceMs * 2) / 3,
}: Endpoint & { deadlineMs?: number }): Model => ({
  name: 'openai-compatible',
  generate: ({ instructions, material, schema }, signal) => {
    const body = {
      model: name,
      messages: [
        { role: 'system', content: instructions },
        { role: 'user', content: material },
      ],
      response_format: { type: 'json_schema', json_schema: { name: 'response', strict: true, schema } },
    }
    // Fifty times what is asked for, which leaves room for a model that thinks aloud.
    const call = { path: '/chat/completions', key, body, signal, deadlineMs, bytesMax: 1_000_000 }
    return callProvider(url, call, (json) => {
      const [choice] = readList(json, 'choices') ?? []
      return parseObject(toRecord(toRecord(choice).message).content)
    })
  },
})

/** An answer that was cut off, declined, or given in plain words has no object. */
function parseObject(content: unknown): { object: unknown } | undefined {
  const object = parseJson(String(content))
  return isRecord(object) ? { object } : undefined
}

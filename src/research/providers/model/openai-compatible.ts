import { sliceMs } from '#src/queue/limits.ts'
import { fetchJson } from '../http/index.ts'
import { isRecord, readList, toRecord } from '../json.ts'
import { type ProviderFailure, toProviderFailure } from '../provider-error.ts'
import type { Model, ModelRequest } from './index.ts'

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
 * Any service with `POST /chat/completions`. Neither temperature nor token limit is sent: newer models refuse the one
 * or the other.
 */
export const createLanguageModel = ({
  url,
  name,
  key,
  takesSchema,
  deadlineMs = deadlineOfSliceMs,
}: Endpoint): Model => ({
  name: 'openai-compatible',
  generate: async ({ instructions, material, schema }, signal) => {
    const body = {
      model: name,
      messages: [
        { role: 'system', content: instructions },
        { role: 'user', content: material },
      ],
      response_format: takesSchema ? buildSchemaFormat(schema) : { type: 'json_object' },
    }
    const answer = await fetchJson(url, { path: '/chat/completions', key, body, signal, deadlineMs, bytesMax })
    if ('failure' in answer) return toProviderFailure(answer)
    const [choice] = readList(answer.json, 'choices') ?? []
    return parseObject(toRecord(toRecord(choice).message).content)
  },
})

const buildSchemaFormat = (schema: ModelRequest['schema']) => ({
  type: 'json_schema',
  json_schema: { name: 'response', strict: true, schema },
})

/** Models without schemas often put their JSON into a code block. */
const codeBlock = /^\s*```(?:json)?\s*([\s\S]*?)\s*```\s*$/

/** An answer that was cut off, declined, or given in plain words has no object. */
function parseObject(content: unknown): { object: unknown } | ProviderFailure {
  try {
    const object: unknown = JSON.parse(String(content).replace(codeBlock, '$1'))
    return isRecord(object) ? { object } : { failed: 'unreadable' }
  } catch {
    return { failed: 'unreadable' }
  }
}

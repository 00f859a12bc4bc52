import { type ApiFailure, fetchJson } from './http/index.ts'
import { type ProviderFailure, toProviderFailure } from './provider-error.ts'

type SdkCall = {
  /** The base address that the operator has set; its origin may be private. */
  url: string
  /** Sent as a bearer key. */
  key: string | undefined
  signal: AbortSignal
  /** Milliseconds for the whole answer. */
  deadlineMs: number
  bytesMax: number
}

/**
 * The `fetch` of one request of the AI SDK, which goes through `fetchOutbound`, and why there was no usable answer:
 * what the SDK throws quotes the request and the answer, so no error of it leaves the caller's file.
 */
export function createSdkFetch({ url, key, signal, deadlineMs, bytesMax }: SdkCall) {
  let failure: ApiFailure | undefined
  const send: typeof fetch = async (address, init) => {
    const answer = await fetchJson(String(address), {
      signal,
      deadlineMs,
      bytesMax,
      allowPrivate: url,
      method: 'POST',
      body: String(init?.body),
      headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    })
    if (!('failure' in answer)) return Response.json(answer.json)
    failure = answer
    throw new Error('No answer of the model')
  }
  /** Where an answer came, it was not of the protocol. */
  const toFailure = (): ProviderFailure =>
    signal.aborted ? { failed: 'provider_unavailable' } : toProviderFailure(failure ?? { failure: 'malformed' })
  return { send, toFailure }
}

import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { type Operation, operationContracts } from '#src/contract/document.ts'
import { knownPaths } from '#src/contract/paths.ts'

/** The responses of a run, evaluated from the record of all of them. */
export type ResponseSummary = {
  requests: number
  /** How often each operation responded with each status. */
  statuses: Map<string, number>
  /** Responses of 5xx, and requests without one. */
  faults: string[]
  /**
   * Responses with a status that the operation does not declare. Its `default` is for the unforeseen, so it does not
   * count.
   */
  undocumented: string[]
  /** Checks of the tool that failed, by name. */
  failedChecks: Map<string, number>
}

export const createSummary = (): ResponseSummary => ({
  requests: 0,
  statuses: new Map(),
  faults: [],
  undocumented: [],
  failedChecks: new Map(),
})

type Recorder = {
  interactions: Record<
    string,
    { request: { method: string; uri: string }; response: { status_code: number } | null }
  > | null
  checks: Record<string, { name: string; status: string }[]> | null
}

/** Adds the events of one run; read line by line, for a run writes tens of megabytes. */
export async function addEvents(summary: ResponseSummary, file: string): Promise<void> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const recorder: Recorder | undefined = JSON.parse(line).ScenarioFinished?.recorder
    if (recorder === undefined) continue
    for (const { request, response } of Object.values(recorder.interactions ?? {})) {
      addAnswer(summary, request.method, new URL(request.uri).pathname, response?.status_code)
    }
    for (const { name, status } of Object.values(recorder.checks ?? {}).flat()) {
      if (status === 'failure') count(summary.failedChecks, name)
    }
  }
}

function addAnswer(summary: ResponseSummary, method: string, path: string, status: number | undefined): void {
  summary.requests += 1
  const operation = findOperation(method, path)
  const answered = `${operation?.id ?? `${method} of no operation`} ${status ?? 'nothing'}`
  count(summary.statuses, answered)
  if (status === undefined || status >= 500) summary.faults.push(`${answered} (${path})`)
  else if (!isNamed(method, operation, status, path)) summary.undocumented.push(`${answered} (${path})`)
}

/** A path without an operation is 404, or 405 with another method; OPTIONS is a browser's preflight. */
function isNamed(method: string, operation: Operation | undefined, status: number, path: string): boolean {
  if (operation !== undefined) return operation.responses.has(String(status))
  if (method === 'OPTIONS') return status === 204
  return status === (knownPaths.some(({ pattern }) => pattern.test(path)) ? 405 : 404)
}

function findOperation(method: string, path: string): Operation | undefined {
  const known = knownPaths.find(({ pattern }) => pattern.test(path))
  return [...operationContracts.values()].find(
    (operation) => operation.method === method && operation.path.replaceAll(/\{(\w+)\}/g, ':$1') === known?.url,
  )
}

export const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)

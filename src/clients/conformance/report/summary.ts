import { document } from '#src/contract/document.ts'
import { isRead, operations } from '../operations.ts'
import { notGiven, type Options } from '../options.ts'
import { type Finding, isSame, type Row } from '../recorder.ts'

/** A run, counted: what every form of the report shows. */
export type Summary = {
  title: string
  url: string
  mode: 'full' | 'read-only'
  seed: number
  seconds: number
  requests: number
  rows: readonly Row[]
  /** What several checks have found is one of them, that of the first. */
  findings: readonly Finding[]
  /** By operation, in the contract's order, then what concerns no operation. */
  byOperation: readonly { operation: string; requests: number; findings: number; skipped: readonly string[] }[]
}

export function summarize(rows: readonly Row[], { url, full, seed }: Options, elapsedMs: number): Summary {
  const names = [...new Set([...operations.map(({ id }) => id as string), ...rows.map(({ operation }) => operation)])]
  const byOperation = names.map((operation) => {
    const own = rows.filter((row) => row.operation === operation)
    return {
      operation,
      requests: sum(own, ({ requests }) => requests),
      findings: sum(own, ({ findings }) => findings.length),
      skipped: own.length === 0 && !full && writes.has(operation) ? [notGiven] : listReasons(own),
    }
  })
  return {
    title: `${document.info.title} ${document.info.version}`,
    ...{ url, mode: full ? 'full' : 'read-only', seed, rows, byOperation },
    seconds: Math.round(elapsedMs / 100) / 10,
    requests: sum(rows, ({ requests }) => requests),
    findings: merge(rows.flatMap(({ findings }) => findings)),
  }
}

const writes: ReadonlySet<string> = new Set(operations.filter((one) => !isRead(one)).map(({ id }) => id))

const listReasons = (rows: readonly Row[]) => [...new Set(rows.flatMap(({ skipped }) => skipped))]

const merge = (findings: readonly Finding[]): Finding[] =>
  findings
    .filter((finding, at) => findings.findIndex((one) => isSame(one, finding)) === at)
    .map((finding) => ({
      ...finding,
      times: sum(
        findings.filter((one) => isSame(one, finding)),
        ({ times }) => times,
      ),
    }))

const sum = <T>(of: readonly T[], count: (one: T) => number) => of.reduce((total, one) => total + count(one), 0)

/** What an operation came to, in a word. */
export const getVerdict = ({ requests, findings }: Summary['byOperation'][number]): 'failed' | 'skipped' | 'passed' =>
  findings > 0 ? 'failed' : requests === 0 ? 'skipped' : 'passed'

export function renderSummary({ byOperation, requests, findings, seconds, mode, seed }: Summary): string {
  const width = Math.max(...byOperation.map(({ operation }) => operation.length))
  const lines = byOperation.map((one) => {
    const reasons = one.skipped.length === 0 ? '' : `  not checked: ${one.skipped.join('; ')}`
    const count = one.findings === 0 ? '' : `  ${one.findings} findings`
    return `${one.operation.padEnd(width)}  ${getVerdict(one).padEnd(7)}  ${String(one.requests).padStart(5)} requests${count}${reasons}`
  })
  return [
    '',
    ...lines,
    '',
    `${findings.length} findings in ${requests} requests, ${seconds} s (${mode}, --seed ${seed})`,
    '',
  ].join('\n')
}

import type { Operation } from '#src/contract/document.ts'

/** One thing that a check finds wrong with an operation, once: later ones of the same wording are counted. */
export type Finding = { check: string; operation: string; input: string; wrong: string; times: number }

/** One check of one operation. `operation` is the check's name for what concerns no operation. */
export type Row = { check: string; operation: string; requests: number; findings: Finding[]; skipped: string[] }

type Subject = Pick<Operation, 'id'> | string

/** Collects what the checks send and find. `onFinding` is called for the first of several checks that find the same. */
export function createRecorder(onFinding: (finding: Finding) => void = () => {}) {
  const rows = new Map<string, Row>()
  const reported = new Set<string>()

  function getRow(check: string, subject: Subject): Row {
    const operation = typeof subject === 'string' ? subject : subject.id
    const key = `${check} ${operation}`
    const row = rows.get(key) ?? { check, operation, requests: 0, findings: [], skipped: [] }
    rows.set(key, row)
    return row
  }

  return {
    rows,
    countRequest(check: string, subject: Subject): void {
      getRow(check, subject).requests += 1
    },
    skip: (check: string, subject: Subject, reason: string) => void getRow(check, subject).skipped.push(reason),
    report(check: string, subject: Subject, input: string, wrong: string): void {
      const { operation, findings } = getRow(check, subject)
      const known = findings.find((finding) => finding.wrong === wrong)
      const finding = known ?? { check, operation, input, wrong, times: 0 }
      finding.times += 1
      if (known === undefined) findings.push(finding)
      if (!reported.has(identify(finding))) onFinding(finding)
      reported.add(identify(finding))
    },
  }
}

/** The same for all checks that find the same. */
export const identify = ({ operation, wrong }: Finding): string => `${operation} ${wrong}`

export type Recorder = ReturnType<typeof createRecorder>

export const formatFinding = ({ check, operation, input, wrong, times }: Finding): string =>
  `${operation} [${check}] ${input}: ${wrong}${times === 1 ? '' : ` (${times} times)`}`

import type { TestEnvironment } from './environment.ts'

/** What a proof has come to: whether the promise held, and the figure that says so in one line. */
export type CheckResult = { holds: boolean; figure: string }

/** One check of a promise; `short` is the form for every change, well under a minute. */
export type Check = (stage: TestEnvironment, size: { short: boolean }) => Promise<CheckResult>

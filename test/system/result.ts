import type { TestEnvironment } from './environment.ts'

/** The result of a check: whether the promise held, and the figure that shows it in one line. */
export type CheckResult = { passed: boolean; summary: string }

/** One check of a promise; `short` is the form for every change, well under a minute. */
export type Check = (environment: TestEnvironment, size: { short: boolean }) => Promise<CheckResult>

import type { TestEnvironment } from './environment.ts'

/** Whether the service kept the promise, and the figures that show it in one line. */
export type SystemTestResult = { passed: boolean; summary: string }

/** Shows one promise of the service; `short` is the form for every change, well under a minute. */
export type SystemTest = (environment: TestEnvironment, size: { short: boolean }) => Promise<SystemTestResult>

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestEnvironment } from '../environment.ts'
import type { FuzzTarget } from './fuzz-target.ts'
import { writeSettings } from './settings.ts'

export type Run = {
  /** Every request with its response and the verdict of every check: one event a line. */
  events: string
  /** The tool's own report of the run. */
  report: { complete: boolean; failures: Failure[]; errors: unknown[]; operations: { tested: number } }
  /** Its output for people: how to repeat a failing request. */
  words: string
  /** Semantic refusals that were accepted, by reason. */
  passed: string[]
}

type Failure = { code: string; title: string; count: number; operations: string[] }

/**
 * One run of the tool over the whole contract: examples, edges of every schema, random cases, and sequences along the
 * links.
 */
export async function fuzz(
  environment: TestEnvironment,
  command: string,
  target: FuzzTarget,
  seed: number,
  cases: number,
): Promise<Run> {
  const folder = join(environment.folder, `seed-${seed}`)
  mkdirSync(folder)
  const settings = join(folder, 'schemathesis.toml')
  writeSettings(settings, target, 4 * cases)
  const [events, summary, passed] = ['events.ndjson', 'report.json', 'passed.txt'].map((name) => join(folder, name))
  const args = [
    ...['--config-file', settings, 'run', `${target.base}/openapi.json`, '--url', target.base],
    ...['--phases', 'examples,coverage,fuzzing,stateful', '--checks', 'all', '--seed', String(seed)],
    // One worker: with more, the order of requests is random, and a seed would not repeat a run.
    ...['--max-examples', String(cases), '--workers', '1', '--generation-database', 'none', '--no-color'],
    // In seconds. The scheduler's run begins slices for longer than the tool would wait by itself.
    ...['--request-timeout', '60'],
    ...['--report-ndjson-path', String(events), '--report-json-path', String(summary)],
  ]
  const child = spawn(command, args, {
    cwd: folder,
    // Python stores the tool's compiled code, whatever the settings of the machine.
    env: { ...process.env, PASSED_FILE: passed, PYTHONDONTWRITEBYTECODE: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  environment.teardown(() => child.kill('SIGKILL'))
  const [words, complaints] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  if (!existsSync(String(summary))) throw new Error(`Schemathesis came to no report:\n${words}${complaints}`)
  return {
    events: String(events),
    report: JSON.parse(readFileSync(String(summary), 'utf8')),
    words,
    passed: existsSync(String(passed)) ? readFileSync(String(passed), 'utf8').trimEnd().split('\n') : [],
  }
}

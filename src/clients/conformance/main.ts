import { writeFile } from 'node:fs/promises'
import { document } from '#src/contract/document.ts'
import { parseOptions, refusalToRunOn, UsageError, usage } from './options.ts'
import { createRecorder, formatFinding } from './recorder.ts'
import { runChecks } from './run.ts'
import { renderJunit, renderSummary, summarize } from './summary.ts'

/** Runs the command; returns its exit code. Findings go to standard output as they come, progress to standard error. */
export async function main(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const say = (words: string) => void process.stderr.write(`${words}\n`)
  try {
    const options = parseOptions(args, env)
    if (options === undefined) {
      process.stdout.write(usage)
      return 0
    }
    const refusal = refusalToRunOn(process.versions.node)
    if (refusal !== undefined) {
      say(refusal)
      return 2
    }
    const mode = options.full ? 'reads and writes' : 'reads only'
    say(`${document.info.title} ${document.info.version} at ${options.url}: ${mode}, seed ${options.seed}`)
    const recorder = createRecorder((finding) => void process.stdout.write(`${formatFinding(finding)}\n`))
    const startedMs = performance.now()
    await runChecks(options, recorder, (name) => say(`  ${name} …`))
    const rows = [...recorder.rows.values()]
    const summary = summarize(rows, options, performance.now() - startedMs)
    if (options.junit !== undefined) await writeFile(options.junit, renderJunit(summary))
    process.stdout.write(renderSummary(summary))
    return summary.findings === 0 ? 0 : 1
  } catch (error) {
    say(error instanceof UsageError ? `${error.message}\n--help lists the options` : String((error as Error).stack))
    return 2
  }
}

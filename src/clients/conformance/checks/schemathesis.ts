import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CheckContext } from '../check.ts'

const run = promisify(execFile)
/** The settings that client teams are given. */
const settings = new URL('../schemathesis.toml', import.meta.url)

type Report = { failures: { code: string; title: string; count: number; operations: string[] }[] }

/** Schemathesis with the published settings, where it is installed. Without `--full` it sends reads alone. */
export async function checkSchemathesis({ options, artist, report, skip }: CheckContext): Promise<void> {
  const command = options.schemathesis
  const isInstalled = await run(command, ['--version']).then(
    () => true,
    () => false,
  )
  if (!isInstalled) return skip('schemathesis', `${command} is not installed`)
  const folder = await mkdtemp(join(tmpdir(), 'sittings-schemathesis-'))
  try {
    await copyFile(settings, join(folder, 'schemathesis.toml'))
    const output = join(folder, 'report.json')
    const args = ['run', `${options.url}/openapi.json`, '--url', options.url, '--seed', String(options.seed)]
    const more = ['--max-examples', String(options.cases), '--report-json-path', output, '--no-color']
    const reads = options.full ? [] : ['--include-method', 'GET', '--exclude-operation-id', 'runResearchScheduler']
    const env = { ...process.env, SITTINGS_TOKEN: options.token, SITTINGS_ARTIST: artist }
    const ended = await run(command, [...args, ...more, ...reads], { cwd: folder, env, maxBuffer: 2 ** 26 }).catch(
      (error) => error,
    )
    const { failures } = await readReport(output, ended)
    for (const { code, title, count, operations } of failures)
      for (const operation of operations)
        report(operation, `seed ${options.seed}`, `${code}: ${title} (${count} in all)`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readReport(file: string, ended: { stdout: string; stderr: string }): Promise<Report> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    throw new Error(`Schemathesis came to no report: ${(ended.stderr || ended.stdout).slice(-500)}`)
  }
}

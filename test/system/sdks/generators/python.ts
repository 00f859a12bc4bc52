import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { documentPath } from './document.ts'
import { run } from './run.ts'
import { getToolsFolder } from './tools.ts'

/** Pinned, so that the same contract makes the same code. */
export const version = '0.29.1'
const generator = `openapi-python-client==${version}`

/**
 * The generator in a virtual environment of its own, made by the first call.
 * @throws CommandError when Python or PyPI is not available
 */
async function installGenerator(folder: string): Promise<string> {
  const program = join(folder, 'bin', 'openapi-python-client')
  if (existsSync(program)) return program
  await run('python3', ['-m', 'venv', folder], getToolsFolder())
  await run(join(folder, 'bin', 'pip'), ['install', '--quiet', generator], folder)
  return program
}

/** `sittings_client`, a package on httpx, in `out`. */
export async function generateForPython(out: string): Promise<void> {
  await mkdir(getToolsFolder(), { recursive: true })
  const program = await installGenerator(join(getToolsFolder(), 'python'))
  await run(program, ['generate', '--path', documentPath, '--output-path', out, '--overwrite'], getToolsFolder())
}

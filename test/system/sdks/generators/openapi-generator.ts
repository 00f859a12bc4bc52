import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { documentPath } from './document.ts'
import { run } from './run.ts'
import { getToolsFolder } from './tools.ts'

/** Pinned, so that the same contract makes the same code. */
export const version = '7.25.0'

/** The generator's jar, from Maven Central. @throws CommandError when Maven or the registry is not available */
async function fetchJar(): Promise<string> {
  const folder = getToolsFolder()
  const jar = join(folder, `openapi-generator-cli-${version}.jar`)
  if (existsSync(jar)) return jar
  await mkdir(folder, { recursive: true })
  const artifact = `org.openapitools:openapi-generator-cli:${version}`
  await run('mvn', ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`], folder)
  return jar
}

/** The generator of one language. */
export function createOpenapiGenerator(name: string, ...more: string[]) {
  return async (out: string): Promise<void> => {
    await mkdir(out, { recursive: true })
    const args = ['-i', documentPath, '-g', name, '-o', out, ...more]
    await run('java', ['-jar', await fetchJar(), 'generate', ...args], out)
  }
}

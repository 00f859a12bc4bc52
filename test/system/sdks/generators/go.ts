/** Generators written in Go: each is built into the folder of tools by its first call. */
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { documentPath } from './document.ts'
import { run } from './run.ts'
import { getToolsFolder } from './tools.ts'

/** Pinned, so that the same contract makes the same code. */
export const versions = { 'oapi-codegen': 'v2.8.2', ogen: 'v1.24.0' }
const commands = {
  'oapi-codegen': 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen',
  ogen: 'github.com/ogen-go/ogen/cmd/ogen',
}

/**
 * Models that only an extension names (the events of a stream) are kept by `skip-prune`. Constants carry their type's
 * name: without it, a value that a further type of the contract has too would rename the constants of the others.
 */
export async function generateWithOapiCodegen(out: string): Promise<void> {
  await beginModule(out)
  const config = join(out, 'config.yaml')
  const settings = { package: 'sittings', generate: { models: true, client: true } }
  const options = { output: join(out, 'sittings.go'), 'output-options': { 'skip-prune': true } }
  const compatibility = { 'always-prefix-enum-values': true }
  await writeFile(config, JSON.stringify({ ...settings, ...options, compatibility }))
  await run(await buildCommand('oapi-codegen'), ['-config', config, documentPath], out)
  await endModule(out)
}

export async function generateWithOgen(out: string): Promise<void> {
  await beginModule(out)
  await run(await buildCommand('ogen'), ['--package', 'sittings', '--target', out, documentPath], out)
  await endModule(out)
}

/** @throws CommandError when Go or its module proxy is not available */
async function buildCommand(name: keyof typeof versions): Promise<string> {
  const folder = join(getToolsFolder(), `${name}-${versions[name]}`)
  if (!existsSync(join(folder, name))) {
    await mkdir(folder, { recursive: true })
    await run('go', ['install', `${commands[name]}@${versions[name]}`], folder, { GOBIN: folder })
  }
  return join(folder, name)
}

async function beginModule(out: string): Promise<void> {
  await mkdir(out, { recursive: true })
  await writeFile(join(out, 'go.mod'), 'module github.com/sittings/client\n\ngo 1.24\n')
}

const endModule = (out: string) => run('go', ['mod', 'tidy'], out)

/**
 * TypeScript generators that are no packages of this repository: the first call of one installs them all, which costs
 * what one of them would.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { documentPath } from './document.ts'
import { run } from './run.ts'
import { installNpmTools } from './tools.ts'

/** Pinned, so that the same contract makes the same code. */
export const versions = {
  'swagger-typescript-api': '13.13.0',
  'typed-openapi': '2.2.7',
  kubb: '4.39.3',
  'openapi-zod-client': '1.18.3',
}
const { kubb: kubbVersion, ...generators } = versions
const kubbParts = ['cli', 'core', 'plugin-oas', 'plugin-ts', 'plugin-client'].map((part) => `@kubb/${part}`)
const importedByZodClient = { '@zodios/core': '10.9.6', axios: '1.21.1', zod: '3.25.76' }

const dependencies = {
  ...generators,
  ...importedByZodClient,
  ...Object.fromEntries(kubbParts.map((part) => [part, kubbVersion])),
}

export const installTypescriptTools = () => installNpmTools('typescript', dependencies)

export async function generateWithSwaggerTypescriptApi(out: string): Promise<string> {
  return await runTool('swagger-typescript-api', [
    'generate',
    '--path',
    documentPath,
    '--output',
    out,
    '--name',
    'api.ts',
  ])
}

export async function generateWithTypedOpenapi(out: string): Promise<string> {
  // It takes the path of its output relative to the folder it runs in.
  return await runTool('typed-openapi', [documentPath, '-o', 'api.ts'], out)
}

/**
 * Its alias for generated import names does not work in Node, which wants extensions. It formats with what it finds on
 * the machine, at twice the time; the code would differ from one machine to the next.
 */
export async function generateWithKubb(out: string): Promise<string> {
  const tools = await installTypescriptTools()
  await mkdir(out, { recursive: true })
  const config = join(tools, 'kubb.config.mjs')
  const output = JSON.stringify({ path: out, clean: true, format: false, lint: false, extension: { '.ts': '.js' } })
  await writeFile(
    config,
    [
      "import { defineConfig } from '@kubb/core'",
      "import { pluginClient } from '@kubb/plugin-client'",
      "import { pluginOas } from '@kubb/plugin-oas'",
      "import { pluginTs } from '@kubb/plugin-ts'",
      `const input = { path: ${JSON.stringify(documentPath)} }`,
      "const plugins = [pluginOas(), pluginTs(), pluginClient({ client: 'fetch', bundle: true })]",
      `export default defineConfig({ root: '.', input, output: ${output}, plugins })`,
      '',
    ].join('\n'),
  )
  return await runTool('kubb', ['generate', '--config', config])
}

export async function generateWithOpenapiZodClient(out: string): Promise<string> {
  return await runTool('openapi-zod-client', [documentPath, '-o', join(out, 'api.ts')])
}

/** The program's output. */
async function runTool(name: string, args: string[], cwd?: string): Promise<string> {
  const tools = await installTypescriptTools()
  return await run(join(tools, 'node_modules', '.bin', name), args, cwd ?? tools)
}

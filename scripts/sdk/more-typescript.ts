/**
 * TypeScript generators that are no packages of this repository: each is installed into the folder of tools by its
 * first call.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { documentPath } from './document.ts'
import { run } from './run.ts'
import { npmTools } from './tools.ts'

/**
 * Pinned, so that the same contract makes the same code. The first of each is the generator; the dependencies of its
 * code follow.
 */
const kubbVersion = '4.39.3'
export const packages = {
  'swagger-typescript-api': { 'swagger-typescript-api': '13.13.0' },
  'typed-openapi': { 'typed-openapi': '2.2.7' },
  kubb: Object.fromEntries(
    ['cli', 'core', 'plugin-oas', 'plugin-ts', 'plugin-client'].map((part) => [`@kubb/${part}`, kubbVersion]),
  ),
  'openapi-zod-client': { 'openapi-zod-client': '1.18.3', '@zodios/core': '10.9.6', axios: '1.21.1', zod: '3.25.76' },
}

export const toolsOf = (name: keyof typeof packages) => npmTools(name, packages[name])

export async function swaggerTypescriptApi(out: string): Promise<string> {
  const tools = await toolsOf('swagger-typescript-api')
  return await bin(tools, 'swagger-typescript-api', [
    'generate',
    '--path',
    documentPath,
    '--output',
    out,
    '--name',
    'api.ts',
  ])
}

export async function typedOpenapi(out: string): Promise<string> {
  // It takes the path of its output relative to the folder it runs in.
  return await bin(await toolsOf('typed-openapi'), 'typed-openapi', [documentPath, '-o', 'api.ts'], out)
}

/** Its alias for generated import names does not work in Node, which wants extensions. */
export async function kubb(out: string): Promise<string> {
  const tools = await toolsOf('kubb')
  await mkdir(out, { recursive: true })
  const config = join(tools, 'kubb.config.mjs')
  const output = JSON.stringify({ path: out, clean: true, extension: { '.ts': '.js' } })
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
  return await bin(tools, 'kubb', ['generate', '--config', config])
}

export async function openapiZodClient(out: string): Promise<string> {
  return await bin(await toolsOf('openapi-zod-client'), 'openapi-zod-client', [documentPath, '-o', join(out, 'api.ts')])
}

/** The program's output. */
async function bin(tools: string, name: string, given: string[], cwd = tools): Promise<string> {
  return await run(join(tools, 'node_modules', '.bin', name), given, cwd)
}

/** What generates clients: each makes its code in `out`, by a pinned version, so that the same contract makes the same. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultBaseUrl, documentPath, getProgramPath, getToolsFolder, installNpmTools, run } from './tools.ts'

// OpenAPI Generator, of many languages.

export const openapiGeneratorVersion = '7.25.0'

/** The generator's jar, from Maven Central. @throws CommandError when Maven or the registry is not available */
async function fetchJar(): Promise<string> {
  const folder = getToolsFolder()
  const jar = join(folder, `openapi-generator-cli-${openapiGeneratorVersion}.jar`)
  if (existsSync(jar)) return jar
  await mkdir(folder, { recursive: true })
  const artifact = `org.openapitools:openapi-generator-cli:${openapiGeneratorVersion}`
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

// Python.

export const pythonClientVersion = '0.29.1'
const pythonGenerator = `openapi-python-client==${pythonClientVersion}`

/**
 * The generator in a virtual environment of its own, made by the first call.
 * @throws CommandError when Python or PyPI is not available
 */
async function installPythonGenerator(folder: string): Promise<string> {
  const program = join(folder, 'bin', 'openapi-python-client')
  if (existsSync(program)) return program
  await run('python3', ['-m', 'venv', folder], getToolsFolder())
  await run(join(folder, 'bin', 'pip'), ['install', '--quiet', pythonGenerator], folder)
  return program
}

/** `sittings_client`, a package on httpx, in `out`. */
export async function generateForPython(out: string): Promise<void> {
  await mkdir(getToolsFolder(), { recursive: true })
  const program = await installPythonGenerator(join(getToolsFolder(), 'python'))
  await run(program, ['generate', '--path', documentPath, '--output-path', out, '--overwrite'], getToolsFolder())
}

// Go: each is built into the folder of tools by its first call.

export const goVersions = { 'oapi-codegen': 'v2.8.2', ogen: 'v1.24.0' }
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
async function buildCommand(name: keyof typeof goVersions): Promise<string> {
  const folder = join(getToolsFolder(), `${name}-${goVersions[name]}`)
  if (!existsSync(join(folder, name))) {
    await mkdir(folder, { recursive: true })
    await run('go', ['install', `${commands[name]}@${goVersions[name]}`], folder, { GOBIN: folder })
  }
  return join(folder, name)
}

async function beginModule(out: string): Promise<void> {
  await mkdir(out, { recursive: true })
  await writeFile(join(out, 'go.mod'), 'module github.com/sittings/client\n\ngo 1.24\n')
}

const endModule = (out: string) => run('go', ['mod', 'tidy'], out)

// TypeScript, by packages of this repository.

/** Types alone, for openapi-fetch, which is a library. */
export async function generateWithOpenapiTypescript(out: string): Promise<void> {
  await mkdir(out, { recursive: true })
  const args = [getProgramPath('openapi-typescript/bin/cli.js'), documentPath, '--output', join(out, 'schema.ts')]
  await run(process.execPath, [...args, '--root-types', '--root-types-no-schema-prefix'], out)
}

/** The stream has the schema of a text for other generators; this one reads it event by event (the guide says so). */
const patch = `{ operations: { 'POST /api/onboarding/{artistId}/chat': ({ responses }) => {
  responses['200'].content['text/event-stream'].schema = { $ref: '#/components/schemas/OnboardingEvent' }
} } }`

/** `validator`: what zod validates, in both directions. */
export async function generateWithHeyApi(out: string, validator = false): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sittings-hey-api-'))
  try {
    const config = join(folder, 'openapi-ts.config.mjs')
    const sdk = { name: '@hey-api/sdk', validator }
    const plugins = ['@hey-api/client-fetch', '@hey-api/typescript', sdk, ...(validator ? ['zod'] : [])]
    const settings = JSON.stringify({ input: documentPath, output: out, plugins })
    await writeFile(config, `export default { ...${settings}, parser: { patch: ${patch} } }\n`)
    await mkdir(out, { recursive: true })
    await run(
      process.execPath,
      [getProgramPath('@hey-api/openapi-ts/bin/run.js'), '-f', config, '--no-log-file'],
      folder,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Orval writes the address into the code; it has no other place for one in its `fetch` client. */
export async function generateWithOrval(out: string, baseUrl = defaultBaseUrl, client = 'fetch'): Promise<void> {
  await mkdir(out, { recursive: true })
  const config = join(out, 'orval.config.mjs')
  const output = { target: join(out, 'sittings.ts'), client, mode: 'single', baseUrl }
  await writeFile(config, `export default ${JSON.stringify({ sittings: { input: documentPath, output } })}\n`)
  try {
    await run(process.execPath, [getProgramPath('orval/dist/bin/orval.mjs'), '--config', config], out)
  } finally {
    await rm(config)
  }
}

// TypeScript, by packages that the first call of one installs all together, which costs what one of them would.

export const typescriptVersions = {
  'swagger-typescript-api': '13.13.0',
  'typed-openapi': '2.2.7',
  kubb: '4.39.3',
  'openapi-zod-client': '1.18.3',
}
const { kubb: kubbVersion, ...generators } = typescriptVersions
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

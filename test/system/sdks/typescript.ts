import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { tsc } from '../../../scripts/build/compiler.ts'
import {
  defaultBaseUrl,
  documentPath,
  type GeneratedClient,
  getProgramPath,
  installNpmTools,
  run,
} from './try-client.ts'

/** Types alone, for openapi-fetch, which is a library. */
async function generateWithOpenapiTypescript(out: string): Promise<void> {
  await mkdir(out, { recursive: true })
  const args = [getProgramPath('openapi-typescript/bin/cli.js'), documentPath, '--output', join(out, 'schema.ts')]
  await run(process.execPath, [...args, '--root-types', '--root-types-no-schema-prefix'], out)
}

/** The stream has the schema of a text for other generators; this one reads it event by event (the guide says so). */
const patch = `{ operations: { 'POST /api/onboarding/{artistId}/chat': ({ responses }) => {
  responses['200'].content['text/event-stream'].schema = { $ref: '#/components/schemas/OnboardingEvent' }
} } }`

/** `validator`: what zod validates, in both directions. */
async function generateWithHeyApi(out: string, validator = false): Promise<void> {
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
async function generateWithOrval(out: string, baseUrl = defaultBaseUrl, client = 'fetch'): Promise<void> {
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

const typescriptVersions = {
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

const installTypescriptTools = () => installNpmTools('typescript', dependencies)

async function generateWithSwaggerTypescriptApi(out: string): Promise<string> {
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

async function generateWithTypedOpenapi(out: string): Promise<string> {
  // It takes the path of its output relative to the folder it runs in.
  return await runTool('typed-openapi', [documentPath, '-o', 'api.ts'], out)
}

/**
 * Its alias for generated import names does not work in Node, which wants extensions. It formats with what it finds on
 * the machine, at twice the time; the code would differ from one machine to the next.
 */
async function generateWithKubb(out: string): Promise<string> {
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

async function generateWithOpenapiZodClient(out: string): Promise<string> {
  return await runTool('openapi-zod-client', [documentPath, '-o', join(out, 'api.ts')])
}

/** The program's output. */
async function runTool(name: string, args: string[], cwd?: string): Promise<string> {
  const tools = await installTypescriptTools()
  return await run(join(tools, 'node_modules', '.bin', name), args, cwd ?? tools)
}

/** The strictest options of a client team. Generated code is compiled with them as well, not only what uses it. */
const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  module: 'preserve',
  types: [],
  skipLibCheck: true,
  noEmit: true,
}
const repository = new URL('../../../', import.meta.url)
const ownModules = fileURLToPath(new URL('node_modules', repository))
const sittings = new URL('sittings/', import.meta.url)

type TypescriptClient = {
  name: string
  generate: (out: string, baseUrl: string) => Promise<unknown>
  /** The program of the sitting, in `sittings/`. */
  sitting?: string
  /** Whether the generator, and what its code imports, are packages of this repository. */
  isOwn: boolean
}

const buildTypescriptClient = ({ name, generate, sitting = name, isOwn }: TypescriptClient): GeneratedClient => ({
  name,
  generate: async (folder, baseUrl) => {
    await mkdir(folder, { recursive: true })
    const modules = isOwn ? ownModules : join(await installTypescriptTools(), 'node_modules')
    await symlink(modules, join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts', 'generated'] }))
    await cp(new URL(`${sitting}.txt`, sittings), join(folder, 'sitting.ts'))
    await cp(new URL('story.txt', sittings), join(folder, 'story.ts'))
    await mkdir(join(folder, 'generated'), { recursive: true })
    await generate(join(folder, 'generated'), baseUrl)
  },
  compile: (folder) => run(tsc, ['-p', folder], folder),
  hold: async (folder, sample) => {
    const [entry, outfile] = [join(folder, 'sitting.ts'), join(folder, 'sitting.mjs')]
    await build({ entryPoints: [entry], outfile, bundle: true, packages: 'external', format: 'esm', platform: 'node' })
    return await run(process.execPath, [outfile, sample], folder)
  },
})

const ownClients: Omit<TypescriptClient, 'isOwn'>[] = [
  { name: 'openapi-fetch', generate: generateWithOpenapiTypescript },
  { name: 'hey-api', generate: (out) => generateWithHeyApi(out) },
  {
    name: 'hey-api with zod',
    sitting: 'hey-api',
    generate: (out) => generateWithHeyApi(out, true),
  },
  { name: 'orval', generate: (out, baseUrl) => generateWithOrval(out, baseUrl) },
  { name: 'orval with zod', sitting: 'orval-zod', generate: generateOrvalWithZod },
]
const installedClients: Omit<TypescriptClient, 'isOwn'>[] = [
  {
    name: 'swagger-typescript-api',
    generate: generateWithSwaggerTypescriptApi,
  },
  { name: 'typed-openapi', generate: generateWithTypedOpenapi },
  { name: 'kubb', generate: generateWithKubb },
  {
    name: 'openapi-zod-client',
    generate: generateWithOpenapiZodClient,
  },
]

export const typescriptClients: GeneratedClient[] = [
  ...ownClients.map((made) => buildTypescriptClient({ ...made, isOwn: true })),
  ...installedClients.map((made) => buildTypescriptClient({ ...made, isOwn: false })),
]

/** Its client, and the schemas by which the sitting parses every response. */
async function generateOrvalWithZod(out: string, baseUrl: string): Promise<void> {
  await generateWithOrval(out, baseUrl)
  await generateWithOrval(join(out, 'zod'), undefined, 'zod')
}

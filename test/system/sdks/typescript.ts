import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { tsc } from '../../../scripts/build/compiler.ts'
import type { GeneratedClient } from './client.ts'
import {
  generateWithHeyApi,
  generateWithKubb,
  generateWithOpenapiTypescript,
  generateWithOpenapiZodClient,
  generateWithOrval,
  generateWithSwaggerTypescriptApi,
  generateWithTypedOpenapi,
  installTypescriptTools,
  typescriptVersions,
} from './generators.ts'
import { run } from './tools.ts'

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
  version: string
  generate: (out: string, baseUrl: string) => Promise<unknown>
  /** The program of the sitting, in `sittings/`. */
  sitting?: string
  /** Whether the generator, and what its code imports, are packages of this repository. */
  isOwn: boolean
}

const buildTypescriptClient = ({
  name,
  version,
  generate,
  sitting = name,
  isOwn,
}: TypescriptClient): GeneratedClient => ({
  name,
  version,
  language: 'TypeScript',
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

const readVersion = async (name: string): Promise<string> =>
  JSON.parse(await readFile(join(ownModules, name, 'package.json'), 'utf8')).version
const ownVersions = {
  openapiTypescript: await readVersion('openapi-typescript'),
  heyApi: await readVersion('@hey-api/openapi-ts'),
  orval: await readVersion('orval'),
}

const ownClients: Omit<TypescriptClient, 'isOwn'>[] = [
  { name: 'openapi-fetch', version: ownVersions.openapiTypescript, generate: generateWithOpenapiTypescript },
  { name: 'hey-api', version: ownVersions.heyApi, generate: (out) => generateWithHeyApi(out) },
  {
    name: 'hey-api with zod',
    version: ownVersions.heyApi,
    sitting: 'hey-api',
    generate: (out) => generateWithHeyApi(out, true),
  },
  { name: 'orval', version: ownVersions.orval, generate: (out, baseUrl) => generateWithOrval(out, baseUrl) },
  { name: 'orval with zod', version: ownVersions.orval, sitting: 'orval-zod', generate: generateOrvalWithZod },
]
const installedClients: Omit<TypescriptClient, 'isOwn'>[] = [
  {
    name: 'swagger-typescript-api',
    version: typescriptVersions['swagger-typescript-api'],
    generate: generateWithSwaggerTypescriptApi,
  },
  { name: 'typed-openapi', version: typescriptVersions['typed-openapi'], generate: generateWithTypedOpenapi },
  { name: 'kubb', version: typescriptVersions.kubb, generate: generateWithKubb },
  {
    name: 'openapi-zod-client',
    version: typescriptVersions['openapi-zod-client'],
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

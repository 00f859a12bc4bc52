import { existsSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { documentPath, type GeneratedClient, getToolsFolder, run } from './try-client.ts'

const openapiGeneratorVersion = '7.25.0'

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

const goVersions = { 'oapi-codegen': 'v2.8.2', ogen: 'v1.24.0' }
const commands = {
  'oapi-codegen': 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen',
  ogen: 'github.com/ogen-go/ogen/cmd/ogen',
}

/**
 * Models that only an extension names (the events of a stream) are kept by `skip-prune`. Constants carry their type's
 * name: without it, a value that a further type of the contract has too would rename the constants of the others.
 */
async function generateWithOapiCodegen(out: string): Promise<void> {
  await beginModule(out)
  const config = join(out, 'config.yaml')
  const settings = { package: 'sittings', generate: { models: true, client: true } }
  const options = { output: join(out, 'sittings.go'), 'output-options': { 'skip-prune': true } }
  const compatibility = { 'always-prefix-enum-values': true }
  await writeFile(config, JSON.stringify({ ...settings, ...options, compatibility }))
  await run(await buildCommand('oapi-codegen'), ['-config', config, documentPath], out)
  await endModule(out)
}

async function generateWithOgen(out: string): Promise<void> {
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

const sittings = new URL('sittings/', import.meta.url)

/** The package is `sittings`, of the module github.com/sittings/client. */
const settings = 'packageName=sittings,enumClassPrefix=true,disallowAdditionalPropertiesIfNotPresent=false'
const goModule = ['--git-user-id', 'sittings', '--git-repo-id', 'client', `--additional-properties=${settings}`]

type GoClient = Pick<GeneratedClient, 'name' | 'generate'> & { made: string }

const buildGoClient = ({ name, generate, made }: GoClient): GeneratedClient => ({
  name,
  generate,
  compile: async (folder) => {
    const program = join(folder, 'cmd', 'sitting')
    await mkdir(program, { recursive: true })
    await cp(new URL('story.go', sittings), join(program, 'story.go'))
    await cp(new URL(`${made}.go`, sittings), join(program, 'main.go'))
    // The generator leaves resolving the imports of its tests to the user.
    await run('go', ['mod', 'tidy'], folder)
    await run('go', ['build', './...'], folder)
    await run('go', ['vet', './...'], folder)
  },
  hold: (folder, sample) => run('go', ['run', './cmd/sitting', sample], folder),
})

const goClients: GeneratedClient[] = [
  buildGoClient({
    name: 'OpenAPI Generator, Go',
    generate: createOpenapiGenerator('go', ...goModule),
    made: 'go',
  }),
  buildGoClient({
    name: 'oapi-codegen',
    generate: generateWithOapiCodegen,
    made: 'oapi-codegen',
  }),
  buildGoClient({ name: 'ogen', generate: generateWithOgen, made: 'ogen' }),
]

const javaProgram = fileURLToPath(new URL('Sitting.java', sittings))
/** Without the generated tests, which are empty, and the documentation. */
const withoutExtras = ['-q', '-B', '-Dmaven.test.skip=true', '-Dmaven.javadoc.skip=true']

const java: GeneratedClient = {
  name: 'OpenAPI Generator, Java (native)',
  // The interface refuses an empty list of kinds, which the generator's Java would send for an unset one.
  generate: createOpenapiGenerator(
    'java',
    '--library',
    'native',
    '--additional-properties=containerDefaultToNull=true,disallowAdditionalPropertiesIfNotPresent=false',
  ),
  compile: async (folder) => {
    await run('mvn', [...withoutExtras, 'package'], folder)
    await run('mvn', [...withoutExtras, 'dependency:copy-dependencies', '-DoutputDirectory=needed'], folder)
    const path = `${join(folder, 'target', 'classes')}:${join(folder, 'needed', '*')}`
    await run(
      'javac',
      ['-encoding', 'UTF-8', '-Werror', '-cp', path, '-d', join(folder, 'sitting'), javaProgram],
      folder,
    )
  },
  hold: async (folder, sample) => {
    const path = [join(folder, 'sitting'), join(folder, 'target', 'classes'), join(folder, 'needed', '*')].join(':')
    return await run('java', ['-cp', path, 'Sitting', sample], folder)
  },
}

/** The compiler runs inside Maven: its daemon would outlive the trial. */
const kotlinBuild = ['-q', '-B', '-Dkotlin.compiler.daemon=false', '-DoutputDirectory=needed']

const kotlin: GeneratedClient = {
  name: 'OpenAPI Generator, Kotlin',
  // Without wrappers a union is an interface that none of its forms implements, and no answer with one can be read.
  generate: createOpenapiGenerator(
    'kotlin',
    '--additional-properties=serializationLibrary=gson,generateOneOfAnyOfWrappers=true',
  ),
  compile: async (folder) => {
    await cp(new URL('kotlin-pom.xml', sittings), join(folder, 'pom.xml'))
    await cp(new URL('Sitting.kt', sittings), join(folder, 'src', 'main', 'kotlin', 'Sitting.kt'))
    await run('mvn', [...kotlinBuild, 'compile', 'dependency:copy-dependencies'], folder)
  },
  hold: async (folder, sample) => {
    const path = `${join(folder, 'target', 'classes')}:${join(folder, 'needed', '*')}`
    return await run('java', ['-cp', path, 'SittingKt', sample], folder)
  },
}

/** Compiled only. Its compiled dependencies are cached between two runs. */
const rust: GeneratedClient = {
  name: 'OpenAPI Generator, Rust',
  generate: createOpenapiGenerator('rust'),
  compile: (folder) => run('cargo', ['check'], folder, { CARGO_TARGET_DIR: join(getToolsFolder(), 'rust-target') }),
}

export const compiledClients: GeneratedClient[] = [java, kotlin, ...goClients, rust]

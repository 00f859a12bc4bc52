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
function createOpenapiGenerator(name: string, ...more: string[]) {
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

const pythonClientVersion = '0.29.1'
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
async function generateForPython(out: string): Promise<void> {
  await mkdir(getToolsFolder(), { recursive: true })
  const program = await installPythonGenerator(join(getToolsFolder(), 'python'))
  await run(program, ['generate', '--path', documentPath, '--output-path', out, '--overwrite'], getToolsFolder())
}

/** The clients' dependencies, and the type checker. */
const packages = [
  ...['httpx==0.28.1', 'attrs==26.1.0', 'python-dateutil==2.9.0.post0', 'types-python-dateutil==2.9.0.20261116'],
  ...['pydantic==2.14.4', 'urllib3==2.8.0', 'typing-extensions==4.16.0', 'lazy-imports==1.2.0', 'mypy==2.4.1'],
]

/** OpenAPI Generator's configuration.py omits a key of its typed dictionary for a server variable without `enum`. */
const lenience = 'disable_error_code = typeddict-item'

type PythonClient = Pick<GeneratedClient, 'name' | 'generate'> & { made: string; imported: string }

const buildPythonClient = ({ name, generate, made, imported }: PythonClient): GeneratedClient => {
  const program = fileURLToPath(new URL(`sittings/${made}.py`, import.meta.url))
  return {
    name,
    generate: (folder, baseUrl) => generate(join(folder, 'client'), baseUrl),
    compile: async (folder) => {
      const environment = { MYPYPATH: join(folder, 'client'), MYPY_CACHE_DIR: join(getToolsFolder(), 'mypy') }
      await writeFile(join(folder, 'mypy.ini'), `[mypy]\n[mypy-sittings_generated.configuration]\n${lenience}\n`)
      return await run(join(await findInterpreter(), 'mypy'), ['-p', imported], folder, environment)
    },
    hold: async (folder, sample) =>
      await run(join(await findInterpreter(), 'python'), [program, sample], folder, {
        PYTHONPATH: join(folder, 'client'),
      }),
  }
}

/** The programs of a virtual environment with these packages, made by the first call. */
async function findInterpreter(): Promise<string> {
  const folder = join(getToolsFolder(), 'python-clients')
  if (!existsSync(join(folder, 'bin', 'mypy'))) {
    await mkdir(getToolsFolder(), { recursive: true })
    await run('python3', ['-m', 'venv', folder], getToolsFolder())
    await run(join(folder, 'bin', 'pip'), ['install', '--quiet', ...packages], folder)
  }
  return join(folder, 'bin')
}

export const pythonClients: GeneratedClient[] = [
  buildPythonClient({
    name: 'openapi-python-client',
    generate: generateForPython,
    made: 'python',
    imported: 'sittings_client',
  }),
  buildPythonClient({
    name: 'OpenAPI Generator, Python',
    generate: createOpenapiGenerator('python', '--package-name', 'sittings_generated'),
    made: 'python-generator',
    imported: 'sittings_generated',
  }),
]

import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createOpenapiGenerator } from './openapi-generator.ts'
import { documentPath, type GeneratedClient, getToolsFolder, run } from './try-client.ts'

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

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { languages } from '../../../scripts/sdk/languages.ts'
import { version as openapiGeneratorVersion } from '../../../scripts/sdk/openapi-generator.ts'
import { run } from '../../../scripts/sdk/run.ts'
import type { GeneratedClient } from './client.ts'

const program = fileURLToPath(new URL('sittings/Sitting.java', import.meta.url))
/** Without the generated tests, which are empty, and the documentation. */
const withoutExtras = ['-q', '-B', '-Dmaven.test.skip=true', '-Dmaven.javadoc.skip=true']

const java: GeneratedClient = {
  name: 'OpenAPI Generator, Java (native)',
  language: 'Java',
  version: openapiGeneratorVersion,
  isShort: false,
  generate: async (folder) => await languages.java?.make(folder),
  compile: async (folder) => {
    await run('mvn', [...withoutExtras, 'package'], folder)
    await run('mvn', [...withoutExtras, 'dependency:copy-dependencies', '-DoutputDirectory=needed'], folder)
    const path = `${join(folder, 'target', 'classes')}:${join(folder, 'needed', '*')}`
    await run('javac', ['-encoding', 'UTF-8', '-Werror', '-cp', path, '-d', join(folder, 'sitting'), program], folder)
  },
  hold: async (folder, given) => {
    const path = [join(folder, 'sitting'), join(folder, 'target', 'classes'), join(folder, 'needed', '*')].join(':')
    return await run('java', ['-cp', path, 'Sitting', given], folder)
  },
}

export const jvmClients: GeneratedClient[] = [java]

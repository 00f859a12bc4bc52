import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GeneratedClient } from './client.ts'
import { createOpenapiGenerator, openapiGeneratorVersion } from './generators.ts'
import { run } from './tools.ts'

const sittings = new URL('sittings/', import.meta.url)
const program = fileURLToPath(new URL('Sitting.java', sittings))
/** Without the generated tests, which are empty, and the documentation. */
const withoutExtras = ['-q', '-B', '-Dmaven.test.skip=true', '-Dmaven.javadoc.skip=true']

const java: GeneratedClient = {
  name: 'OpenAPI Generator, Java (native)',
  language: 'Java',
  version: openapiGeneratorVersion,
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
    await run('javac', ['-encoding', 'UTF-8', '-Werror', '-cp', path, '-d', join(folder, 'sitting'), program], folder)
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
  language: 'Kotlin',
  version: openapiGeneratorVersion,
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

export const jvmClients: GeneratedClient[] = [java, kotlin]

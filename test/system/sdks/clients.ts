import { join } from 'node:path'
import type { GeneratedClient } from './client.ts'
import { createOpenapiGenerator, openapiGeneratorVersion } from './generators.ts'
import { goClients } from './go.ts'
import { jvmClients } from './jvm.ts'
import { pythonClients } from './python.ts'
import { getToolsFolder, run } from './tools.ts'
import { typescriptClients } from './typescript.ts'

/** Compiled only. Its compiled dependencies are cached between two runs. */
const rust: GeneratedClient = {
  name: 'OpenAPI Generator, Rust',
  language: 'Rust',
  version: openapiGeneratorVersion,
  generate: createOpenapiGenerator('rust'),
  compile: (folder) => run('cargo', ['check'], folder, { CARGO_TARGET_DIR: join(getToolsFolder(), 'rust-target') }),
}

/** Every generator that is tried, in the order of the table. */
export const clients: GeneratedClient[] = [...typescriptClients, ...pythonClients, ...jvmClients, ...goClients, rust]

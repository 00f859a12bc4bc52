import { join } from 'node:path'
import type { GeneratedClient } from './client.ts'
import { createOpenapiGenerator, version as openapiGeneratorVersion } from './generators/openapi-generator.ts'
import { run } from './generators/run.ts'
import { getToolsFolder } from './generators/tools.ts'

/** Compiled only. Its compiled dependencies are cached between two runs. */
const rust: GeneratedClient = {
  name: 'OpenAPI Generator, Rust',
  language: 'Rust',
  version: openapiGeneratorVersion,
  generate: createOpenapiGenerator('rust'),
  compile: (folder) => run('cargo', ['check'], folder, { CARGO_TARGET_DIR: join(getToolsFolder(), 'rust-target') }),
}

export const rustClients: GeneratedClient[] = [rust]

import { join } from 'node:path'
import { generators } from '../../../scripts/sdk/languages.ts'
import { version as openapiGeneratorVersion } from '../../../scripts/sdk/openapi-generator.ts'
import { run } from '../../../scripts/sdk/run.ts'
import { getToolsFolder } from '../../../scripts/sdk/tools.ts'
import type { GeneratedClient } from './client.ts'

/** Compiled only. Its compiled dependencies are cached between two runs. */
const rust: GeneratedClient = {
  name: 'OpenAPI Generator, Rust',
  language: 'Rust',
  version: openapiGeneratorVersion,
  isShort: false,
  generate: async (folder) => await generators.rust?.make(folder),
  compile: (folder) => run('cargo', ['check'], folder, { CARGO_TARGET_DIR: join(getToolsFolder(), 'rust-target') }),
}

export const rustClients: GeneratedClient[] = [rust]

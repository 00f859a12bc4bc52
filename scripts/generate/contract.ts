/** The files made from the contract: the bundled document and its types. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { type RawDocument, readOperations } from '#src/contract/operations.ts'
import { toStrictDocument } from '#src/contract/strict-schema.ts'
import type { GeneratedFile } from './files.ts'
import { renderOperationFiles } from './operations.ts'

/** As much of its form as the steps read. */
type Bundle = OpenAPI3 & RawDocument

const repository = fileURLToPath(new URL('../..', import.meta.url))
const redocly = fileURLToPath(new URL('bin/cli.js', import.meta.resolve('@redocly/cli/package.json')))

const typesHeader = '// Made by `npm run generate` from the contract. Do not edit.\n\n'

/** The contract's generated files in their current form. Throws when the document does not bundle. */
export async function renderContractFiles(): Promise<GeneratedFile[]> {
  const document = await bundle()
  const types = await renderTypes(structuredClone(toStrictDocument(document)))
  return [
    { path: 'openapi/bundle/openapi.json', content: `${JSON.stringify(document, null, 2)}\n` },
    { path: 'src/contract/types.gen.ts', content: typesHeader + types },
    ...renderOperationFiles(document, [...readOperations(document).values()]),
  ]
}

/** Bundles into a folder of its own, so that a check leaves no files in the repository. */
async function bundle(): Promise<Bundle> {
  const folder = await mkdtemp(join(tmpdir(), 'sittings-bundle-'))
  try {
    const output = join(folder, 'openapi.json')
    await promisify(execFile)(process.execPath, [redocly, 'bundle', 'openapi/openapi.yaml', '--output', output], {
      cwd: repository,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    })
    return JSON.parse(await readFile(output, 'utf8'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Exports every schema under its own name besides the nested `components`. The generator changes the document it gets.
 */
async function renderTypes(document: OpenAPI3): Promise<string> {
  return astToString(
    await openapiTypescript(document, { rootTypes: true, rootTypesNoSchemaPrefix: true, silent: true }),
  )
}

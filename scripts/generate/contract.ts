/** The files made from the contract: the bundled document in both notations, and its types. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { parse, parseDocument, visit, type YAMLMap } from 'yaml'
import { toStrictDocument } from '#src/contract/strict-schema.ts'
import { renderShapes } from './client.ts'
import { renderCodeSamples } from './code-samples.ts'
import type { GeneratedFile } from './files.ts'
import { renderOperationMetadata } from './operation-metadata.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
/** Refers to the contract by a relative path, so it is kept and served in the same folder. */
const workflows = join(repository, 'openapi/workflows.arazzo.yaml')
const redocly = fileURLToPath(new URL('bin/cli.js', import.meta.resolve('@redocly/cli/package.json')))

const typesHeader = '// Made by `npm run generate` from the contract. Do not edit.\n\n'

/** The contract's generated files in their current form. Throws when the document does not bundle. */
export async function renderContractFiles(): Promise<GeneratedFile[]> {
  const yaml = await addCodeSamples(await bundle())
  const document = parse(yaml)
  const types = await renderTypes(structuredClone(toStrictDocument(document)))
  return [
    { path: 'openapi/bundle/openapi.yaml', content: yaml },
    { path: 'openapi/bundle/openapi.json', content: `${JSON.stringify(document, null, 2)}\n` },
    { path: 'openapi/bundle/workflows.arazzo.yaml', content: await readFile(workflows, 'utf8') },
    { path: 'src/contract/types.gen.ts', content: typesHeader + types },
    { path: 'src/contract/operation-metadata.gen.ts', content: renderOperationMetadata(document) },
    { path: 'src/clients/typescript/operations.gen.ts', content: renderShapes(document) },
  ]
}

/** Bundles into a folder of its own, so that a check leaves no files in the repository. */
async function bundle(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sittings-bundle-'))
  try {
    const output = join(folder, 'openapi.yaml')
    await promisify(execFile)(process.execPath, [redocly, 'bundle', 'openapi/openapi.yaml', '--output', output], {
      cwd: repository,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    })
    return await readFile(output, 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The document with `x-codeSamples`, in its own notation of everything else. */
async function addCodeSamples(yaml: string): Promise<string> {
  const document = parseDocument(yaml)
  const samples = await renderCodeSamples(document.toJS())
  visit(document.get('paths') as YAMLMap, {
    Map: (_, operation) => {
      const found = samples.get(String(operation.get('operationId')))
      if (found !== undefined && operation.has('responses')) operation.set('x-codeSamples', document.createNode(found))
    },
  })
  return document.toString({ lineWidth: 0 })
}

/**
 * Exports every schema under its own name besides the nested `components`. The generator changes the document it gets.
 */
async function renderTypes(document: OpenAPI3): Promise<string> {
  return astToString(
    await openapiTypescript(document, { rootTypes: true, rootTypesNoSchemaPrefix: true, silent: true }),
  )
}

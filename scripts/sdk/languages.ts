import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packClient } from '../build/pack-client.ts'
import { generateWithOapiCodegen, generateWithOgen } from './go.ts'
import {
  generateWithKubb,
  generateWithOpenapiZodClient,
  generateWithSwaggerTypescriptApi,
  generateWithTypedOpenapi,
} from './more-typescript.ts'
import { createOpenapiGenerator } from './openapi-generator.ts'
import { applyOverlay } from './overlay.ts'
import { generateForPython } from './python.ts'
import { generateWithHeyApi, generateWithOpenapiTypescript, generateWithOrval } from './typescript.ts'

/** The package is `sittings`, of the module github.com/sittings/client. */
const goModule = [
  '--git-user-id',
  'sittings',
  '--git-repo-id',
  'client',
  '--additional-properties=packageName=sittings,enumClassPrefix=true',
]

/** The available clients by name: a description, and how each is made in an existing folder. */
export const generators: Record<string, { description: string; make: (out: string) => Promise<unknown> }> = {
  client: { description: 'the TypeScript client of this repository, packed', make: packClient },
  document: {
    description: 'the contract with the hints for generators in it (openapi/overlay.yaml)',
    make: writeOverlaid,
  },
  'openapi-fetch': {
    description: 'TypeScript types for openapi-fetch, by openapi-typescript',
    make: generateWithOpenapiTypescript,
  },
  'hey-api': { description: 'TypeScript, by @hey-api/openapi-ts', make: (out) => generateWithHeyApi(out) },
  orval: { description: 'TypeScript on fetch, by orval', make: (out) => generateWithOrval(out) },
  kubb: { description: 'TypeScript on fetch, by kubb', make: generateWithKubb },
  'swagger-typescript-api': {
    description: 'TypeScript on fetch, by swagger-typescript-api',
    make: generateWithSwaggerTypescriptApi,
  },
  'typed-openapi': { description: 'TypeScript without a transport, by typed-openapi', make: generateWithTypedOpenapi },
  'openapi-zod-client': {
    description: 'TypeScript on zodios, by openapi-zod-client',
    make: generateWithOpenapiZodClient,
  },
  python: { description: 'Python on httpx, by openapi-python-client', make: generateForPython },
  go: { description: 'Go, by OpenAPI Generator', make: createOpenapiGenerator('go', ...goModule) },
  'oapi-codegen': { description: 'Go, by oapi-codegen', make: generateWithOapiCodegen },
  ogen: { description: 'Go, by ogen', make: generateWithOgen },
  'python-generator': {
    description: 'Python on pydantic, by OpenAPI Generator',
    make: createOpenapiGenerator('python', '--package-name', 'sittings_generated'),
  },
  java: {
    description: 'Java on its own HTTP client, by OpenAPI Generator',
    // The interface refuses an empty list of kinds, which the generator's Java would send for an unset one.
    make: createOpenapiGenerator('java', '--library', 'native', '--additional-properties=containerDefaultToNull=true'),
  },
  kotlin: {
    description: 'Kotlin on gson, by OpenAPI Generator',
    // Without wrappers a union is an interface that none of its forms implements, and no answer with one can be read.
    make: createOpenapiGenerator(
      'kotlin',
      '--additional-properties=serializationLibrary=gson,generateOneOfAnyOfWrappers=true',
    ),
  },
  csharp: { description: 'C#, by OpenAPI Generator', make: createOpenapiGenerator('csharp') },
  ruby: { description: 'Ruby, by OpenAPI Generator', make: createOpenapiGenerator('ruby') },
  swift: { description: 'Swift, by OpenAPI Generator', make: createOpenapiGenerator('swift6') },
  php: { description: 'PHP, by OpenAPI Generator', make: createOpenapiGenerator('php') },
  rust: { description: 'Rust, by OpenAPI Generator', make: createOpenapiGenerator('rust') },
}

async function writeOverlaid(out: string): Promise<void> {
  await mkdir(out, { recursive: true })
  await writeFile(join(out, 'openapi.json'), `${JSON.stringify(await applyOverlay(), null, 2)}\n`)
}

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { oapiCodegen, ogen } from './go.ts'
import { kubb, openapiZodClient, swaggerTypescriptApi, typedOpenapi } from './more-typescript.ts'
import { openapiGenerator } from './openapi-generator.ts'
import { overlaidDocument } from './overlay.ts'
import { packClient } from './pack-client.ts'
import { python } from './python.ts'
import { heyApi, openapiTypescript, orval } from './typescript.ts'

/** The package is `sittings`, of the module github.com/sittings/client. */
const goModule = [
  '--git-user-id',
  'sittings',
  '--git-repo-id',
  'client',
  '--additional-properties=packageName=sittings,enumClassPrefix=true',
]

/** The available clients by name: a description, and how each is made in an existing folder. */
export const languages: Record<string, { about: string; make: (out: string) => Promise<unknown> }> = {
  client: { about: 'the TypeScript client of this repository, packed', make: packClient },
  document: { about: 'the contract with the hints for generators in it (openapi/overlay.yaml)', make: writeOverlaid },
  'openapi-fetch': { about: 'TypeScript types for openapi-fetch, by openapi-typescript', make: openapiTypescript },
  'hey-api': { about: 'TypeScript, by @hey-api/openapi-ts', make: (out) => heyApi(out) },
  orval: { about: 'TypeScript on fetch, by orval', make: (out) => orval(out) },
  kubb: { about: 'TypeScript on fetch, by kubb', make: kubb },
  'swagger-typescript-api': { about: 'TypeScript on fetch, by swagger-typescript-api', make: swaggerTypescriptApi },
  'typed-openapi': { about: 'TypeScript without a transport, by typed-openapi', make: typedOpenapi },
  'openapi-zod-client': { about: 'TypeScript on zodios, by openapi-zod-client', make: openapiZodClient },
  python: { about: 'Python on httpx, by openapi-python-client', make: python },
  go: { about: 'Go, by OpenAPI Generator', make: openapiGenerator('go', ...goModule) },
  'oapi-codegen': { about: 'Go, by oapi-codegen', make: oapiCodegen },
  ogen: { about: 'Go, by ogen', make: ogen },
  'python-generator': {
    about: 'Python on pydantic, by OpenAPI Generator',
    make: openapiGenerator('python', '--package-name', 'sittings_generated'),
  },
  java: {
    about: 'Java on its own HTTP client, by OpenAPI Generator',
    // The interface refuses an empty list of kinds, which the generator's Java would send for an unset one.
    make: openapiGenerator('java', '--library', 'native', '--additional-properties=containerDefaultToNull=true'),
  },
  kotlin: {
    about: 'Kotlin on gson, by OpenAPI Generator',
    // Without wrappers a union is an interface that none of its forms implements, and no answer with one can be read.
    make: openapiGenerator(
      'kotlin',
      '--additional-properties=serializationLibrary=gson,generateOneOfAnyOfWrappers=true',
    ),
  },
  csharp: { about: 'C#, by OpenAPI Generator', make: openapiGenerator('csharp') },
  ruby: { about: 'Ruby, by OpenAPI Generator', make: openapiGenerator('ruby') },
  swift: { about: 'Swift, by OpenAPI Generator', make: openapiGenerator('swift6') },
  php: { about: 'PHP, by OpenAPI Generator', make: openapiGenerator('php') },
  rust: { about: 'Rust, by OpenAPI Generator', make: openapiGenerator('rust') },
}

async function writeOverlaid(out: string): Promise<void> {
  await mkdir(out, { recursive: true })
  await writeFile(join(out, 'openapi.json'), `${JSON.stringify(await overlaidDocument(), null, 2)}\n`)
}

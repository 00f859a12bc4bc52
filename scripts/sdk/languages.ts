import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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

/** What can be made, by the name that is asked for: what it is, and how it is made in a folder that exists. */
export const languages: Record<string, { about: string; make: (out: string) => Promise<unknown> }> = {
  client: { about: 'the TypeScript client of this repository, packed', make: packClient },
  document: { about: 'the contract with the hints for generators in it (openapi/overlay.yaml)', make: writeOverlaid },
  'openapi-fetch': { about: 'TypeScript types for openapi-fetch, by openapi-typescript', make: openapiTypescript },
  'hey-api': { about: 'TypeScript, by @hey-api/openapi-ts', make: heyApi },
  orval: { about: 'TypeScript on fetch, by orval', make: (out) => orval(out) },
  python: { about: 'Python on httpx, by openapi-python-client', make: python },
  go: { about: 'Go, by OpenAPI Generator', make: openapiGenerator('go', ...goModule) },
  java: {
    about: 'Java on its own HTTP client, by OpenAPI Generator',
    make: openapiGenerator('java', '--library', 'native'),
  },
  kotlin: { about: 'Kotlin, by OpenAPI Generator', make: openapiGenerator('kotlin') },
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

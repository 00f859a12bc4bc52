import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { versions } from '../../../scripts/sdk/go.ts'
import { generators } from '../../../scripts/sdk/languages.ts'
import { version as openapiGeneratorVersion } from '../../../scripts/sdk/openapi-generator.ts'
import { run } from '../../../scripts/sdk/run.ts'
import type { GeneratedClient } from './client.ts'

const sittings = new URL('sittings/', import.meta.url)

const buildGoClient = (name: string, made: string, version: string): GeneratedClient => ({
  name,
  version,
  language: 'Go',
  isShort: false,
  generate: async (folder) => await generators[made]?.make(folder),
  compile: async (folder) => {
    const program = join(folder, 'cmd', 'sitting')
    await mkdir(program, { recursive: true })
    await cp(new URL('story.go', sittings), join(program, 'story.go'))
    await cp(new URL(`${made}.go`, sittings), join(program, 'main.go'))
    // The generator leaves resolving the imports of its tests to the user.
    await run('go', ['mod', 'tidy'], folder)
    await run('go', ['build', './...'], folder)
    await run('go', ['vet', './...'], folder)
  },
  hold: (folder, sample) => run('go', ['run', './cmd/sitting', sample], folder),
})

export const goClients: GeneratedClient[] = [
  buildGoClient('OpenAPI Generator, Go', 'go', openapiGeneratorVersion),
  buildGoClient('oapi-codegen', 'oapi-codegen', versions['oapi-codegen']),
  buildGoClient('ogen', 'ogen', versions.ogen),
]

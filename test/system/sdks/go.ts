import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { GeneratedClient } from './client.ts'
import {
  createOpenapiGenerator,
  generateWithOapiCodegen,
  generateWithOgen,
  goVersions,
  openapiGeneratorVersion,
} from './generators.ts'
import { run } from './tools.ts'

const sittings = new URL('sittings/', import.meta.url)

/** The package is `sittings`, of the module github.com/sittings/client. */
const settings = 'packageName=sittings,enumClassPrefix=true,disallowAdditionalPropertiesIfNotPresent=false'
const goModule = ['--git-user-id', 'sittings', '--git-repo-id', 'client', `--additional-properties=${settings}`]

type GoClient = Pick<GeneratedClient, 'name' | 'version' | 'generate'> & { made: string }

const buildGoClient = ({ name, version, generate, made }: GoClient): GeneratedClient => ({
  name,
  version,
  language: 'Go',
  generate,
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
  buildGoClient({
    name: 'OpenAPI Generator, Go',
    version: openapiGeneratorVersion,
    generate: createOpenapiGenerator('go', ...goModule),
    made: 'go',
  }),
  buildGoClient({
    name: 'oapi-codegen',
    version: goVersions['oapi-codegen'],
    generate: generateWithOapiCodegen,
    made: 'oapi-codegen',
  }),
  buildGoClient({ name: 'ogen', version: goVersions.ogen, generate: generateWithOgen, made: 'ogen' }),
]

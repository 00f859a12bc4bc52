import type { Plugin } from 'esbuild'
import { bundleConsole } from '#src/clients/console/bundle.ts'
import { renderContractYaml } from '#src/contract/yaml.ts'
import { readGuides } from '#src/http/docs/guides/read.ts'

/** Functions without arguments by the module that exports them. */
const functions: Readonly<Record<string, () => Promise<unknown>>> = {
  'src/clients/console/bundle.ts': bundleConsole,
  'src/contract/yaml.ts': renderContractYaml,
  'src/http/docs/guides/read.ts': readGuides,
}

/** Replaces these modules by the results of their functions: a built service needs neither their tools nor sources. */
export const includeResults: Plugin = {
  name: 'results of the build',
  setup(build) {
    for (const [path, make] of Object.entries(functions)) {
      const filter = new RegExp(`[/\\\\]${path.replaceAll('/', '[/\\\\]').replaceAll('.', '\\.')}$`)
      build.onLoad({ filter }, async () => ({
        contents: `const result = ${JSON.stringify(await make())}\nexport const ${make.name} = async () => result`,
        loader: 'js',
      }))
    }
  },
}

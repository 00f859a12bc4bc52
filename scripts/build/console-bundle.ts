import type { Plugin } from 'esbuild'
import { bundleConsole } from '#src/clients/console/bundle.ts'

/** Replaces the bundling of the console by its result: a built service needs neither esbuild nor the sources. */
export const includeConsoleBundle: Plugin = {
  name: 'console bundle',
  setup(build) {
    build.onLoad({ filter: /[/\\]clients[/\\]console[/\\]bundle\.ts$/ }, async () => ({
      contents: `const bundle = ${JSON.stringify(await bundleConsole())}
export const ${bundleConsole.name} = async () => bundle`,
      loader: 'js',
    }))
  },
}

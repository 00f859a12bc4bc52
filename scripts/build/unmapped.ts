import { readFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'

/** A map that names no source. */
const nowhere = `data:application/json;base64,${btoa(JSON.stringify({ version: 3, sources: [''], mappings: 'A' }))}`

/** The lines of packages are omitted from the maps, which otherwise would be five times the size and are read whole. */
export const omitSourceMapsOfPackages: Plugin = {
  name: 'packages unmapped',
  setup(build) {
    build.onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\n//# sourceMappingURL=${nowhere}`,
      loader: 'js',
    }))
  },
}

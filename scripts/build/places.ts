import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Plugin } from 'esbuild'

const programBeside = /(new URL\('\.\/[\w-]+(?:-worker\.ts|\.js)', import\.meta\.url\))/

/**
 * Files that a module finds relative to its own path (the contract, migrations, pages, samples) are found in the build
 * too: its `import.meta.url` is that of its source. Threads and programs are started from the build.
 */
export const mapSourcePaths = (root: string, folder: string): Plugin => ({
  name: 'places of sources',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(root) || path.includes('/node_modules/')) return undefined
      const source = readFileSync(path, 'utf8')
      if (!source.includes('import.meta.url')) return undefined
      const url = `new URL(${JSON.stringify(relative(folder, path))}, import.meta.url).href`
      const contents = source
        .split(programBeside)
        .map((part, index) =>
          index % 2 === 1 ? part.replace(".ts'", ".js'") : part.replaceAll('import.meta.url', url),
        )
        .join('')
      return { contents, loader: 'ts' }
    })
  },
})

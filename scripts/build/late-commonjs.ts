import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'

const ownResolve = Symbol('what this plugin asks itself')

/**
 * Gives a dynamic import (`await import(…)`) of a CommonJS package its named exports, as in Node: esbuild would give
 * the default alone, and destructuring it would find nothing.
 */
export const keepCommonJsExports: Plugin = {
  name: 'names of late CommonJS',
  setup(build) {
    build.onResolve({ filter: /./ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === ownResolve) return undefined
      const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: ownResolve })
      const isOfPackage = /[\\/]node_modules[\\/].*\.c?js$/.test(found.path)
      if (found.external || !isOfPackage || !(await isCommonJs(found.path))) return found
      return { path: found.path, namespace: 'late' }
    })
    build.onLoad({ filter: /./, namespace: 'late' }, async ({ path }) => {
      const names = (await listNames(path)).filter((name) => !['default', 'module.exports'].includes(name))
      const contents = [
        `const whole = require(${JSON.stringify(path)})`,
        'export default whole',
        ...names.map((name, at) => `const _${at} = whole.${name}; export { _${at} as ${name} }`),
      ].join('\n')
      return { contents, resolveDir: dirname(path) }
    })
  },
}

const listNames = async (path: string) => Object.keys(await import(pathToFileURL(path).href))

/** Only such a module has this name for Node. */
const isCommonJs = async (path: string) => (await listNames(path)).includes('module.exports')

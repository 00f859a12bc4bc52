// Loaded into every test process before tap's record of the modules that a file loads (`npm test`). Only coverage and
// `tap --changed` need that record, and its hooks cost each process a third of a second, so it is left out.
import { registerHooks } from 'node:module'

const processinfo = /\/@tapjs\/processinfo\/dist\/esm\/import\.mjs$/
if (process.execArgv.some((argument) => processinfo.test(argument))) {
  const hooks = registerHooks({
    load(url, context, next) {
      if (!processinfo.test(url)) return next(url, context)
      hooks.deregister()
      return { format: 'module', source: '', shortCircuit: true }
    },
  })
  // Processes that a test starts inherit neither of the two imports.
  const ended = String.raw`/(?:test/unhooked|@tapjs/processinfo/dist/esm/import)\.mjs`
  const imports = new RegExp(`"--import=[^"]*${ended}"|--import=[^"\\s]*${ended}`, 'g')
  process.env.NODE_OPTIONS = (process.env.NODE_OPTIONS ?? '').replaceAll(imports, '').trim()
}

// Loaded into every test process before tap's bookkeeping of the files that it loads (`npm test`). That serves coverage
// and `tap --changed`, and neither is asked for here; its hooks on every module cost each of 250 processes a third of a
// second of work and more, so it is left out.
import { registerHooks } from 'node:module'

const bookkeeping = /\/@tapjs\/processinfo\/dist\/esm\/import\.mjs$/
if (process.execArgv.some((given) => bookkeeping.test(given))) {
  const hooks = registerHooks({
    load(url, context, next) {
      if (!bookkeeping.test(url)) return next(url, context)
      hooks.deregister()
      return { format: 'module', source: '', shortCircuit: true }
    },
  })
  // Nor does what the tests start have anything to keep books of.
  const ended = String.raw`/(?:test/unhooked|@tapjs/processinfo/dist/esm/import)\.mjs`
  const imports = new RegExp(`"--import=[^"]*${ended}"|--import=[^"\\s]*${ended}`, 'g')
  process.env.NODE_OPTIONS = (process.env.NODE_OPTIONS ?? '').replaceAll(imports, '').trim()
}

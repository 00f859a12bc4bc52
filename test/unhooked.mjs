// Loaded into every test process before what tap adds to it (`npm test`). What no test uses is left out, since it takes
// up to a third of the time: source maps, mocked modules, a record of the modules that a file loads, and domains.
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/** What is left of each module, in the order in which they are loaded. */
const modules = {
  '@tapjs/mock/dist/esm/import.mjs': '',
  '@tapjs/processinfo/dist/esm/import.mjs': '',
  // An error that no test awaits ends the process, as any other program.
  'async-hook-domain/dist/mjs/index.js': 'export class Domain { destroy() {} }',
}
const [, processinfo, domain] = Object.keys(modules)

if (process.execArgv.some((argument) => argument.endsWith(processinfo))) {
  process.setSourceMapsEnabled(false)
  const hooks = registerHooks({
    load(url, context, next) {
      const name = url.split('/node_modules/').at(-1)
      if (!(name in modules)) return next(url, context)
      if (name === (isMainThread ? domain : processinfo)) hooks.deregister()
      return { format: 'module', source: modules[name], shortCircuit: true }
    },
  })
  // Processes that a test starts inherit neither of the two imports.
  const ended = String.raw`/(?:test/unhooked|@tapjs/processinfo/dist/esm/import)\.mjs`
  const imports = new RegExp(`"--import=[^"]*${ended}"|--import=[^"\\s]*${ended}`, 'g')
  process.env.NODE_OPTIONS = (process.env.NODE_OPTIONS ?? '').replaceAll(imports, '').trim()
}

// Loaded into every test process before tap's record of the modules that a file loads (`npm test`). Only coverage and
// `tap --changed` need that record, and its hooks cost each of 250 processes a third of a second, so it is left out.
// Instead, the process notes that its test file ran: the ledger is checked only when all of them did.
import { appendFileSync, mkdirSync } from 'node:fs'
import { registerHooks } from 'node:module'

const processinfo = /\/@tapjs\/processinfo\/dist\/esm\/import\.mjs$/
if (process.execArgv.some((argument) => processinfo.test(argument))) {
  const ledger = new URL('../.data/test-ledger/', import.meta.url)
  mkdirSync(ledger, { recursive: true })
  appendFileSync(new URL('files.txt', ledger), `${process.argv[1]}\n`)
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

import { registerHooks } from 'node:module'
import t, { type Test } from 'tap'
import { noteFile } from '../ledger/file.ts'

/** As `.taprc` has it for a process. */
const fileMsMax = 240_000
/** More than all files of a group may take together; a file may raise its own limit. */
const groupMsMax = 2 * 3_600_000

/** The test of the file that is being imported: file-test.ts is evaluated once for each file and exports it. */
export let fileTest: Test = t

/**
 * Runs test files in this process, one after the other. Each is a test with the name of its file, and imports this test
 * as `tap`: what it sets up ends with it.
 * @param paths below `test/`
 */
export async function runTestFiles(paths: readonly string[]): Promise<void> {
  const files = new Map(paths.map((path) => [new URL(`../${path}`, import.meta.url).href, path]))
  registerHooks({
    resolve: (specifier, context, next) => {
      const path = specifier === 'tap' ? files.get(context.parentURL ?? '') : undefined
      if (path === undefined) return next(specifier, context)
      return { url: new URL(`file-test.ts?${path}`, import.meta.url).href, shortCircuit: true }
    },
  })
  // tap ends a process after the time of `.taprc` unless the process asks for more; each file has a limit of its own.
  t.setTimeout(groupMsMax)
  for (const [url, path] of files) {
    noteFile(path)
    await t.test(`test/${path}`, { timeout: fileMsMax }, async (test) => {
      fileTest = test
      await import(url)
    })
  }
}

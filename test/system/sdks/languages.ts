import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { languages } from '../../../scripts/sdk/languages.ts'
import { CommandError, run } from '../../../scripts/sdk/run.ts'
import { toolsFolder } from '../../../scripts/sdk/tools.ts'

/** Given to every probe: the service, a token, the artist it is good for and one it is not. */
export type Given = [base: string, token: string, own: string, foreign: string]

const probe = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Makes, compiles and uses the client of a language; what its probe has printed. */
export const probes: Record<string, (folder: string, given: Given) => Promise<string>> = {
  python: async (folder, given) => {
    await languages.python?.make(folder)
    const program = join(toolsFolder(), 'python', 'bin', 'python')
    return await run(program, [probe('probe.py'), ...given], folder, { PYTHONPATH: folder })
  },
  go: async (folder, given) => {
    await languages.go?.make(folder)
    await mkdir(join(folder, 'cmd', 'probe'), { recursive: true })
    await cp(probe('probe.go'), join(folder, 'cmd', 'probe', 'main.go'))
    await run('go', ['build', './...'], folder)
    return await run('go', ['run', './cmd/probe', ...given], folder)
  },
  java: async (folder, given) => {
    await languages.java?.make(folder)
    await run('mvn', ['-q', '-B', '-Dmaven.test.skip=true', '-Dmaven.javadoc.skip=true', 'package'], folder)
    await run('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=needed'], folder)
    const path = `${join(folder, 'target', 'classes')}:${join(folder, 'needed', '*')}`
    return await run('java', ['-cp', path, probe('Probe.java'), ...given], folder)
  },
}

/** What a probe has to print: the answer's status and the refusal's typed code. */
export async function outcomeOf(name: string, folder: string, given: Given): Promise<string | undefined> {
  await mkdir(folder, { recursive: true })
  try {
    const told = JSON.stringify(JSON.parse((await probes[name]?.(folder, given)) ?? ''))
    return told === '["ok","not_your_artist"]' ? undefined : told
  } catch (error) {
    if (error instanceof CommandError || error instanceof SyntaxError) return error.message
    throw error
  }
}

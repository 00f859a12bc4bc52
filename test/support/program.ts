import { execFile } from 'node:child_process'

type Options = { cwd?: string; env?: NodeJS.ProcessEnv; input?: string }

/**
 * Runs a program to its end, with these variables and PATH. Its exit code is -1 where a signal ended it.
 * @throws the error of Node where it did not start, or printed too much
 */
export const runToEnd = (program: string, args: readonly string[], { cwd, env, input = '' }: Options = {}) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve, reject) => {
    const options = { cwd, env: { PATH: process.env.PATH, ...env }, maxBuffer: 64 << 20 }
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : (error.code ?? -1)
      if (typeof code === 'string') reject(error)
      else resolve({ code, stdout, stderr })
    })
    child.stdin?.end(input)
  })

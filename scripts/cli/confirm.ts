import { createInterface } from 'node:readline/promises'

/** Asks at the terminal; without a terminal, or after Ctrl+C or Ctrl+D, the answer is no. */
export async function isConfirmed(consequence: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question(`${consequence} Type yes to go on: `).catch(() => 'no')) === 'yes'
  } finally {
    terminal.close()
  }
}

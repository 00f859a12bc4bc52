import { readFileSync } from 'node:fs'

const containerfile = new URL('../../Containerfile', import.meta.url)

/** The flags that the image gives to Node. */
export const deployedFlags: readonly string[] = findImageFlags(readFileSync(containerfile, 'utf8'))

function findImageFlags(steps: string): string[] {
  const command = /^CMD (\[.+\])$/m.exec(steps)?.[1]
  if (command === undefined) throw new Error('The Containerfile names no command')
  return JSON.parse(command).slice(0, -1)
}

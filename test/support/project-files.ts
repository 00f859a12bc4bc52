import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The files below a folder of the project, by their paths from its root. */
export const listFiles = (folder: string): string[] =>
  readdirSync(`${root}${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(root.length).replaceAll('\\', '/'))

export const readProjectFile = (path: string): string => readFileSync(`${root}${path}`, 'utf8')

export const isGenerated = (path: string): boolean => path.includes('.gen.')

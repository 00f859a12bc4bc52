import { mkdirSync } from 'node:fs'
import { ConfigError } from './env.ts'

/** @throws ConfigError when the folder is not there and cannot be made */
export function createDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new ConfigError('DATA_FOLDER', `cannot be made at ${folder} (${(error as NodeJS.ErrnoException).code})`)
  }
}

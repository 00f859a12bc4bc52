import { createHash } from 'node:crypto'
import { readMigrations } from '#src/database/migrations/files.ts'

/** A hash over all current migrations: 16 hexadecimal digits. What is made of them is named by it. */
export function hashMigrations(): string {
  const lines = readMigrations().map(({ number, checksum }) => `${number} ${checksum}`)
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)
}

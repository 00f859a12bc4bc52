import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'

/** A folder of small migrations that a test may extend and change. */
export function createMigrationsFolder(t: Test, files: Readonly<Record<string, string>> = letters) {
  const folder = join(t.testdir(), 'migrations')
  mkdirSync(folder, { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const remove = (name: string) => rmSync(join(folder, name))
  for (const [name, text] of Object.entries(files)) write(name, text)
  return { folder, write, remove }
}

const letters = {
  '0001_letters.sql': 'create table letters (letter text primary key);\n',
  '0002_words.sql': `create table words (word text primary key references letters (letter));\ninsert into letters values ('a');\n`,
  '0041_interview_boundaries.sql': 'alter table words add column origin text;\n',
}

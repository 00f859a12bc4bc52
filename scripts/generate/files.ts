/** The results of the steps of `npm run generate`, and the two things done with them: writing and comparing. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A checked-in file that a program makes. The path is relative to the repository. */
export type GeneratedFile = { path: string; content: string }

/** The paths whose checked-in content is not what the steps make now, missing files included. */
export async function findDifferences(files: GeneratedFile[]): Promise<string[]> {
  const found = await Promise.all(files.map(async ({ path, content }) => (await readContent(path)) !== content))
  return files.filter((_, index) => found[index]).map(({ path }) => path)
}

export async function write({ path, content }: GeneratedFile): Promise<void> {
  await mkdir(dirname(toAbsolute(path)), { recursive: true })
  await writeFile(toAbsolute(path), content)
}

const toAbsolute = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

async function readContent(path: string): Promise<string | undefined> {
  try {
    return await readFile(toAbsolute(path), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

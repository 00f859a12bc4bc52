import { open } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'
import { textCharsMax } from '#src/evidence/references/windows.ts'

/** UTF-8 needs at most three bytes for a UTF-16 unit. */
const textBytesMax = 3 * textCharsMax

/** A text, or why there is none. */
export type TextRead = { text: string } | { refusal: string }

/**
 * The exact text of a file that a record names: strict UTF-8, with its line ends and a byte order mark kept as text. The file
 * has to lie in the folder of the import file or below it, so that an import from elsewhere cannot publish what else is
 * on this machine.
 */
export async function readTextFile(folder: string, name: string): Promise<TextRead> {
  const path = resolve(folder, name)
  const within = relative(resolve(folder), path)
  if (isAbsolute(name) || isAbsolute(within) || within.split(/[\\/]/)[0] === '..') {
    return { refusal: 'must lie in the folder of the import file or below' }
  }
  const bytes = await readBounded(path)
  if (typeof bytes === 'string') return { refusal: bytes }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { refusal: 'names a file that is not UTF-8' }
  }
}

/** The file's bytes, or why they are not to be had. */
async function readBounded(path: string): Promise<Buffer | string> {
  try {
    await using file = await open(path)
    const { size } = await file.stat()
    return size > textBytesMax ? `names a file of more than ${textBytesMax} bytes` : await file.readFile()
  } catch (error) {
    return `names a file that cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`
  }
}

/** Why a text cannot be kept as a source's, undefined when it can. */
export function refusalToText(text: string): string | undefined {
  if (text.length === 0) return 'must not be empty'
  if (text.length > textCharsMax) return `must not be longer than ${textCharsMax} UTF-16 code units`
  if (text.includes('\u0000')) return 'holds U+0000'
  return undefined
}

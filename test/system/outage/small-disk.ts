import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { TestEnvironment } from '../environment.ts'

export type SmallDisk = ReturnType<typeof mountSmallDisk>

/**
 * A file system in memory with a size limit in megabytes. Mounting needs root, at least of a user namespace.
 * @throws where nothing may be mounted: then nothing can be shown either
 */
export function mountSmallDisk({ folder, teardown }: Pick<TestEnvironment, 'folder' | 'teardown'>, megabytes: number) {
  const path = join(folder, 'disk')
  mkdirSync(path)
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'none', path)
  teardown(() => run('umount', '--lazy', path))
  const filler = join(path, 'filler')
  const readFreeBytes = () => statfsSync(path).bavail * statfsSync(path).bsize
  /** Fills the free space except for a number of bytes. */
  const fill = (but = 0): void => {
    const file = openSync(filler, 'a')
    try {
      for (;;) {
        const bytes = Math.min(1 << 20, readFreeBytes() - but)
        if (bytes <= 0) return
        writeSync(file, Buffer.alloc(bytes))
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    } finally {
      closeSync(file)
    }
  }
  return { path, fill, clear: () => rmSync(filler, { force: true }) }
}

function run(...[command = '', ...args]: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr.trim()}`)
}

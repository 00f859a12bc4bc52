import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const folder = '/dev/shm'

/** More than parallel tests write, including the packages of a container image. */
const bytesMin = 4 * 2 ** 30

/**
 * A file system in memory, where the machine has one that is large enough and lets programs run; else the folder of
 * temporary files. A database is five hundred files, and some disks are slow to create files after others were deleted.
 */
export function chooseTemporaryFolder(): string {
  if (!existsSync(folder)) return tmpdir()
  const { bsize, bavail } = statfsSync(folder)
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === folder)
  return bsize * bavail < bytesMin || mount === undefined || /[ ,]noexec[ ,]/.test(mount) ? tmpdir() : folder
}

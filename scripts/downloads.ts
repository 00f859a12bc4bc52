import { buildDownloads } from './build/downloads.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder to write to')
await buildDownloads(folder)

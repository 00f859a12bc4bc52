import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { convertV2 } from 'openapi-to-postmanv2'
import { packClient } from './pack-client.ts'
import { packConformance } from './pack-conformance.ts'

const settings = fileURLToPath(new URL('../../src/clients/conformance/schemathesis.toml', import.meta.url))
const contract = fileURLToPath(new URL('../../openapi/bundle/openapi.json', import.meta.url))

/** Examples of the contract instead of invented values, and only the parameters that a request needs. */
const postmanOptions = {
  folderStrategy: 'Tags',
  parametersResolution: 'Example',
  enableOptionalParameters: false,
  includeAuthInfoInExample: false,
} as const

/** Writes the downloads for client teams: two packages, a Postman collection and settings of Schemathesis. */
export async function buildDownloads(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await rename(await packClient(folder), join(folder, 'client.tgz'))
  await rename(await packConformance(folder), join(folder, 'conformance.tgz'))
  await copyFile(settings, join(folder, 'schemathesis.toml'))
  const data = JSON.parse(await readFile(contract, 'utf8'))
  const converted = await promisify(convertV2)({ type: 'json', data }, postmanOptions)
  if (!converted?.result) throw new Error(`The contract does not convert to a collection: ${converted?.reason}`)
  await writeFile(join(folder, 'postman.json'), `${JSON.stringify(converted.output?.[0]?.data, null, 1)}\n`)
}

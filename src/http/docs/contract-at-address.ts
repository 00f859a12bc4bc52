import { type document, type ExternalDocs, sourceJson } from '#src/contract/document.ts'
import { makeOnce } from '../make-once.ts'
import { compressAsset, type StaticAsset } from '../send-static-asset.ts'

/** The Host of a request is the caller's to choose; every other one gets the document as it is written. */
const addressesMax = 8
const plainHost = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** The contract in one form: as it is written, and with `url` as its address. */
export type ContractForm = {
  type: string
  readSource: () => Promise<string | Buffer>
  serializeAt: (url: string) => Promise<string>
}

const readYaml = makeOnce(async () => (await import('#src/contract/yaml.ts')).renderContractYaml())

type Document = typeof document

export const buildContractForms = (document: Document) =>
  ({
    json: {
      type: 'application/json; charset=utf-8',
      readSource: async () => sourceJson,
      serializeAt: async (url) =>
        JSON.stringify({ ...linkGuidesAt(url, document), servers: buildServers(url, document) }, null, 2),
    },
    yaml: {
      type: 'application/yaml; charset=utf-8',
      readSource: readYaml,
      serializeAt: (url) => replaceAddresses(buildServers(url, document), url),
    },
  }) satisfies Record<string, ContractForm>

/** The contract with the address that it was requested at as its first server. */
export function createContractReader({ type, readSource, serializeAt }: ContractForm) {
  const written = makeOnce(async () => compressAsset(type, await readSource()))
  const byAddress = new Map<string, Promise<StaticAsset>>()
  return (protocol: string, host: string): Promise<StaticAsset> => {
    const url = buildOrigin(protocol, host)
    if (url === undefined) return written()
    const known = byAddress.get(url)
    if (known !== undefined) return known
    if (byAddress.size >= addressesMax) return written()
    const asset = serializeAt(url).then((text) => compressAsset(type, text))
    byAddress.set(url, asset)
    asset.catch(() => byAddress.delete(url))
    return asset
  }
}

/** The address that a request was sent to; undefined where its Host is no plain name or address. */
export const buildOrigin = (protocol: string, host: string): string | undefined =>
  plainHost.test(host) ? `${protocol}://${host.toLowerCase()}` : undefined

const buildServers = (url: string, { servers }: Document) => [
  { url, description: 'The service that this document was read from.' },
  ...servers.filter((server) => server.url !== url && server.url !== '/'),
]

/** The contract with its links to the guides at another address than that of the developer's machine. */
function linkGuidesAt(origin: string, document: Document): Document {
  const addLinks = <T extends { externalDocs?: ExternalDocs }>(holder: T): T => {
    if (holder.externalDocs === undefined) return holder
    const { pathname } = new URL(holder.externalDocs.url)
    return { ...holder, externalDocs: { ...holder.externalDocs, url: origin + pathname } }
  }
  return { ...addLinks(document), tags: document.tags.map(addLinks) }
}

/** The list of servers up to the next key, and the addresses of the guides: all of the text that names an address. */
const writtenServers = /^servers:\n(?: .*\n)+/m
const writtenGuides = /^( +url: )http:\/\/127\.0\.0\.1:3000(?=\/guides\/)/gm

/** As text, within milliseconds: a YAML library takes hundreds for a document of this size. JSON is YAML, too. */
async function replaceAddresses(servers: Document['servers'], url: string): Promise<string> {
  const lines = servers.map((server) => `  - ${JSON.stringify(server)}\n`)
  const yaml = await readYaml()
  return yaml
    .replace(writtenServers, () => `servers:\n${lines.join('')}`)
    .replace(writtenGuides, (_, key: string) => key + url)
}

import { document, type ExternalDocs, sourceJson } from '#src/contract/document.ts'
import { compressAsset, type StaticAsset } from '../send-static-asset.ts'

/** The Host of a request is the caller's to choose; every other one gets the document as it is written. */
const addressesMax = 16
const plainHost = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** The contract as JSON with the address that it was requested at as its first server. */
export function createContractReader(): (protocol: string, host: string) => Promise<StaticAsset> {
  const written = compress(sourceJson)
  const byAddress = new Map<string, Promise<StaticAsset>>()
  return (protocol, host) => {
    const url = originOf(protocol, host)
    if (url === undefined) return written
    const known = byAddress.get(url)
    if (known !== undefined) return known
    if (byAddress.size >= addressesMax) return written
    const asset = compress(JSON.stringify(addressedAt(url), null, 2))
    byAddress.set(url, asset)
    return asset
  }
}

/** The address that a request was sent to; undefined where its Host is no plain name or address. */
export const originOf = (protocol: string, host: string): string | undefined =>
  plainHost.test(host) ? `${protocol}://${host.toLowerCase()}` : undefined

const compress = (body: string | Buffer) => compressAsset('application/json; charset=utf-8', body)

const addressedAt = (url: string) => ({
  ...linkGuidesAt(url),
  servers: [
    { url, description: 'The service that this document was read from.' },
    ...document.servers.filter((server) => server.url !== url && server.url !== '/'),
  ],
})

/** The contract with its links to the guides at another address than that of the developer's machine. */
export function linkGuidesAt(origin: string): typeof document {
  const linked = <T extends { externalDocs?: ExternalDocs }>(holder: T): T => {
    if (holder.externalDocs === undefined) return holder
    const { pathname } = new URL(holder.externalDocs.url)
    return { ...holder, externalDocs: { ...holder.externalDocs, url: origin + pathname } }
  }
  return { ...linked(document), tags: document.tags.map(linked) }
}

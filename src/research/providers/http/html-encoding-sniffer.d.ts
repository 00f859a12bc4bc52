declare module 'html-encoding-sniffer' {
  /** The name of the encoding of a document's bytes. The package has no types of its own. */
  export default function sniffEncoding(
    bytes: Uint8Array,
    options?: {
      xml?: boolean
      transportLayerEncodingLabel?: string
      defaultEncoding?: string
      maxPrescanBytes?: number
    },
  ): string
}

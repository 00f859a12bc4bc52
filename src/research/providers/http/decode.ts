/// <reference path="./html-encoding-sniffer.d.ts" />
import sniffEncoding from 'html-encoding-sniffer'
import { mediaTypeOf } from './media-type.ts'
import type { AnswerHeaders } from './outcome.ts'

/** What there is to decode; `truncated`: the body goes on. */
export type Encoded = { body: Uint8Array; headers: AnswerHeaders; truncated: boolean }

/**
 * The text of an answer, decoded strictly: by its byte order mark, else by the charset that it declares in the header
 * or, for HTML and XML, in itself (HTML standard, section 13.2.3.2), else as UTF-8. A label that no encoding has is
 * passed over. Undefined where it is not what it declares: a text with replaced characters would be quoted as if
 * somebody had written it.
 */
export function decodeText({ body, headers, truncated }: Encoded): string | undefined {
  const { name, charset } = mediaTypeOf(headers)
  const transport = charset === undefined ? {} : { transportLayerEncodingLabel: charset }
  // XHTML and feeds are XML; a page that does not say what it is, is taken for HTML.
  if (/xml$/.test(name)) return decodeAs(sniffEncoding(body, { xml: true, ...transport }), body, truncated)
  const isHtml = name === 'text/html' || name === ''
  const declared = sniffEncoding(body, { ...transport, defaultEncoding: '', ...(isHtml ? {} : { maxPrescanBytes: 0 }) })
  if (declared !== '') return decodeAs(declared, body, truncated)
  return decodeAs('utf-8', body, truncated) ?? (isHtml ? decodeByLateDeclaration(body, truncated) : undefined)
}

/** Browsers change to an encoding that is declared beyond the bytes where it ought to be (section 13.2.3.4). */
function decodeByLateDeclaration(body: Uint8Array, truncated: boolean): string | undefined {
  const declared = sniffEncoding(body, { defaultEncoding: '', maxPrescanBytes: lateBytesMax })
  return declared === '' ? undefined : decodeAs(declared, body, truncated)
}

/** Scripts of some frameworks stand before the declaration, and are not longer. */
const lateBytesMax = 100_000

function decodeAs(encoding: string, body: Uint8Array, truncated: boolean): string | undefined {
  try {
    // In a body that was cut off the last character may be half; as a stream that goes on, it is left out.
    return new TextDecoder(encoding, { fatal: true }).decode(body, { stream: truncated })
  } catch {
    return undefined
  }
}

/// <reference path="./html-encoding-sniffer.d.ts" />
import { MIMEType } from 'node:util'
// The runtime's own reads EUC-KR, EUC-JP and Big5 by older tables: other characters than the author's, and no error.
import { TextDecoder } from '@exodus/bytes/encoding.js'
import sniffEncoding from 'html-encoding-sniffer'
import type { AnswerHeaders } from './outcome.ts'

/** What there is to decode. */
export type Encoded = { body: Uint8Array; headers: AnswerHeaders }

/**
 * The text of a response, decoded strictly: by its byte order mark, else by the charset that the header or, in HTML and
 * XML, the body declares (HTML standard, section 13.2.3.2), else as UTF-8. Unknown labels are ignored. Undefined where
 * it is not what it declares: replacement characters would be quoted as the author's words.
 */
export function decodeText({ body, headers }: Encoded): string | undefined {
  const { name, charset } = parseMediaType(headers)
  const transport = charset === undefined ? {} : { transportLayerEncodingLabel: charset }
  // XHTML and feeds are XML; a page that does not say what it is, is taken for HTML.
  if (/xml$/.test(name)) return decodeAs(sniffEncoding(body, { xml: true, ...transport }), body)
  const isHtml = name === 'text/html' || name === ''
  const declared = sniffEncoding(body, { ...transport, defaultEncoding: '', ...(isHtml ? {} : { maxPrescanBytes: 0 }) })
  return decodeAs(declared === '' ? 'utf-8' : declared, body)
}

function decodeAs(encoding: string, body: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}

/**
 * What Content-Type says of a body: its name in lower case, '' where there is none, and its charset as a label that may
 * be unknown.
 */
type MediaType = { name: string; charset: string | undefined }

/** The media type of an answer: of several values the last that is one. */
export function parseMediaType(headers: AnswerHeaders): MediaType {
  const types = (headers['content-type'] ?? '').split(',').flatMap(parseType)
  const type = types.findLast(({ essence }) => essence !== '*/*')
  return { name: type?.essence ?? '', charset: type?.params.get('charset') ?? undefined }
}

function parseType(value: string): MIMEType[] {
  try {
    return [new MIMEType(value)]
  } catch {
    return []
  }
}

import type { Format } from 'ajv'
// Not by the package's own index, which brings AJV itself along.
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { createFastDateTimeFormat } from './instant-format.ts'

/** How the formats that the contract uses are judged. */
export const formats: Readonly<Record<string, Format>> = {
  // The package's own also takes `urn:uuid:`, which is no id here.
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  date: fullFormats.date,
  uri: fullFormats.uri,
  'date-time': createFastDateTimeFormat(fullFormats['date-time']),
  int32: fullFormats.int32,
  double: fullFormats.double,
}

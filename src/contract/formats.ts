import type { Format } from 'ajv'
// Not the package's index, which loads AJV as well.
import { fullFormats } from 'ajv-formats/dist/formats.js'

/** Validators of the formats that the contract uses. */
export const formats: Readonly<Record<string, Format>> = {
  // The package's own accepts `urn:uuid:` too.
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  date: fullFormats.date,
  uri: fullFormats.uri,
  'date-time': fullFormats['date-time'],
  int32: fullFormats.int32,
  double: fullFormats.double,
}

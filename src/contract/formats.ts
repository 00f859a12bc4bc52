import type { Format } from 'ajv'
// Not by the package's own index, which brings AJV itself along.
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { quickly } from './instant-format.ts'

/** How the formats that the contract uses are judged. */
export const formats: Readonly<Record<string, Format>> = {
  uuid: fullFormats.uuid,
  date: fullFormats.date,
  uri: fullFormats.uri,
  'date-time': quickly(fullFormats['date-time']),
}

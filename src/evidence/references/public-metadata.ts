import type { Coverage } from '#src/contract/types.gen.ts'
import { getValidator } from '#src/contract/validators.ts'
import { isCalendarDate } from '#src/text/calendar.ts'

const isPublicUrl = createFitTest('HttpUrl')
const isDate = createFitTest('PublicationDate')

/** An address that may be shown as the original's: absolute http or https, null for anything else that was recorded. */
export const keepIfPublic = (url: string | null): string | null => (isPublicUrl(url) ? url : null)

/**
 * A date of publication in one of the forms that the contract knows, null for anything else that was recorded, and for
 * a day of no calendar.
 */
export const keepIfPublicationDate = (date: string | null): string | null =>
  date !== null && isDate(date) && isCalendarDate(date.slice(0, 'YYYY-MM-DD'.length)) ? date : null

/** Validates by one of the contract's own schemas, so that what these let through is never refused on its way out. */
function createFitTest(schema: string) {
  const validate = getValidator({ $ref: `#/components/schemas/${schema}` })
  return (value: string | null) => validate(value) === undefined
}

/** The first code points of a text, which the contract's lengths count. */
export function truncateCodePoints<Text extends string | null>(text: Text, codePointsMax: number): Text | string {
  if (text === null) return text
  return Array.from(text).slice(0, codePointsMax).join('')
}

/**
 * What a search or a list rests on. Complete when every eligible source has text, for then nothing was left out unseen.
 */
export function viewCoverage({ eligible, readable }: { eligible: number; readable: number }): Coverage {
  const without = eligible - readable
  const limitation =
    without === 1 ? 'One source has no stored text yet.' : `${without} sources have no stored text yet.`
  return {
    eligibleSources: eligible,
    readableSources: readable,
    searchedSources: 0,
    complete: without === 0,
    limitations: without === 0 ? [] : [limitation],
  }
}

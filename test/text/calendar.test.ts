import t from 'tap'
import { keepIfPublicationDate } from '#src/evidence/references/public-metadata.ts'
import { parseDateRange } from '#src/research/questions/source-filter.ts'
import { isCalendarDate, parseInstant } from '#src/text/calendar.ts'

const impossible = ['2024-02-30', '2023-02-29', '2024-04-31', '2024-13', '2024-00', '2024-01-00', '0000', '1900-02-29']

t.test('a date is valid in the calendar, or undefined', async (t) => {
  for (const date of ['0001', '2024', '2024-02', '2024-02-29', '2000-02-29', '2023-12-31']) {
    t.equal(isCalendarDate(date), true, date)
  }
  for (const date of [...impossible, '', '24', '2024-2', '2024-02-29T00:00:00Z', ' 2024']) {
    t.equal(isCalendarDate(date), false, date)
  }
})

t.test('an impossible instant is not read as another day', async (t) => {
  t.equal(parseInstant('2024-02-29T23:30:00+01:00')?.toISOString(), '2024-02-29T22:30:00.000Z')
  for (const date of impossible) t.equal(parseInstant(`${date}T10:00:00Z`), undefined, date)
  for (const text of ['2024-02-29T10:00:00', '2024-02-29T24:00:00Z', '2024-02-29T10:61:00Z', '2024-02-29', 'today']) {
    t.equal(parseInstant(text), undefined, text)
  }
})

t.test('a recorded impossible date is shown and searched as unknown', async (t) => {
  for (const date of [...impossible, '2024-02-30T10:00:00Z']) {
    t.equal(keepIfPublicationDate(date), null, date)
    t.equal(parseDateRange(date), undefined, date)
  }
  for (const date of ['2024', '2024-02', '2024-02-29', '2024-02-29T10:00:00Z'])
    t.equal(keepIfPublicationDate(date), date)
})

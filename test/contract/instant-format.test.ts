import ajvFormats from 'ajv-formats'
import t from 'tap'
import { createFastDateTimeFormat } from '#src/contract/instant-format.ts'

const whole = ajvFormats.default.get('date-time')
const validate = (whole as { validate: (instant: string) => boolean }).validate
const quick = createFastDateTimeFormat(whole)
const two = (n: number) => String(n).padStart(2, '0')

t.test('the fast path accepts and refuses exactly what the whole validation does', (t) => {
  const wrong: string[] = []
  let passed = 0
  const compare = (instant: string) => {
    if (quick(instant) !== validate(instant)) wrong.push(instant)
    if (quick(instant)) passed += 1
  }
  for (const year of ['0000', '1900', '2000', '2024', '2026', '9999']) {
    for (let month = 0; month <= 13; month += 1)
      for (let day = 0; day <= 32; day += 1) compare(`${year}-${two(month)}-${two(day)}T10:00:00.000Z`)
  }
  for (let hour = 0; hour <= 25; hour += 1)
    for (let minute = 0; minute <= 61; minute += 1)
      for (const second of ['00', '59', '60', '61']) compare(`2026-02-28T${two(hour)}:${two(minute)}:${second}.999Z`)
  for (const form of [
    '2026-02-28T10:00:00Z',
    '2026-02-28t10:00:00.5z',
    '2026-02-28 10:00:00.000Z',
    '2026-02-28T10:00:00.000+01:00',
    '2026-02-28T10:00:00.000',
    ' 2026-02-28T10:00:00.000Z',
    '2026-02-28T10:00:00.000Z\n',
    '2026-2-28T10:00:00.000Z',
    '',
  ]) {
    compare(form)
  }
  t.same(wrong, [])
  t.ok(passed > 3_000, `${passed} passed`)
  t.end()
})

t.test('a format without a function is refused at setup', (t) => {
  t.throws(() => createFastDateTimeFormat(/^x$/), TypeError)
  t.end()
})

import t from 'tap'
import { queryOnce } from '../support/embedded.ts'
import { pollUntil } from '../support/until.ts'
import { createSearchContext } from './evidence.ts'

/** Settings of a database or a role that an operator may make for other services. */
const settings = {
  standard_conforming_strings: 'off',
  bytea_output: 'escape',
  extra_float_digits: '-10',
  intervalstyle: 'sql_standard',
  transform_null_equals: 'on',
  array_nulls: 'off',
  timezone: 'Asia/Kathmandu',
}

t.test('a misspelt word is found whatever format a database gives its sessions', async (t) => {
  const { url, addText, answer } = await createSearchContext(t)
  await addText('The vox humana of the pump organ in Riga answers.')
  await addText('A filler about the weather and the roads.')
  const database = new URL(url).pathname.slice(1)
  for (const [name, value] of Object.entries(settings)) {
    await queryOnce(url, `alter database ${database} set ${name} = '${value}'`)
  }
  await queryOnce(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const { body } = await pollUntil(async () => {
    const response = await answer('humanna organ')
    return response.status !== 503 && response
  })
  t.match(body.passages[0]?.text, /vox humana/)
})

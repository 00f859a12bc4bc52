import t from 'tap'
import { renderTable } from '../../scripts/cli/table.ts'

const columns = ['name', 'jobs', 'why'] as const

t.test('the columns of a table are aligned, wide characters too, and no space at the end', async (t) => {
  const rows = [
    { name: '東京', jobs: 12, why: 'x' },
    { name: 'Mara', jobs: null, why: '' },
  ]
  t.equal(renderTable(rows, columns), 'name  jobs  why\n東京    12  x\nMara     -\n')
  t.equal(renderTable([], columns), '(none)\n')
})

t.test('a name cannot control the terminal, and a long one is cut off', async (t) => {
  const rows = [{ name: `\u001b[2J\u202e${'n'.repeat(80)}`, jobs: 1, why: 'w'.repeat(80) }]
  const table = renderTable(rows, columns)
  t.equal(table.split('\n')[1], `\\u{1b}[2J\\u{202e}${'n'.repeat(59 - 17)}…     1  ${'w'.repeat(80)}`)
})

t.test('an instant is printed to the second, a revision by its first digits, a flag as yes', async (t) => {
  const rows = [
    { at: new Date('2026-11-25T08:22:07.123Z'), revision: 'ab'.repeat(32), is: true, isNot: false, more: { a: 1 } },
  ]
  const cells = renderTable(rows, ['at', 'revision', 'is', 'isNot', 'more']).split('\n')[1]
  t.equal(cells, '2026-11-25 08:22:07Z  abababababab  yes  -      {"a":1}')
})

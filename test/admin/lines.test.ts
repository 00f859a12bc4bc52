import t, { type Test } from 'tap'
import { readJsonLines } from '#src/admin/import/lines.ts'
import { writeTestFile } from './files.ts'

const read = (t: Test, content: string | Uint8Array) => Array.fromAsync(readJsonLines(writeTestFile(t, content)))

t.test('one JSON value a line, with the number of its line', async (t) => {
  t.same(await read(t, '{"a":1}\n[2]\n"three"\n'), [
    { number: 1, value: { a: 1 } },
    { number: 2, value: [2] },
    { number: 3, value: 'three' },
  ])
})

t.test('the last line needs no line end, and lines may end in CRLF', async (t) => {
  t.same(await read(t, '1\r\n2'), [
    { number: 1, value: 1 },
    { number: 2, value: 2 },
  ])
})

t.test('blank lines are skipped and counted', async (t) => {
  t.same(await read(t, '\n 1 \n \t\r\n\n2\n\n'), [
    { number: 2, value: 1 },
    { number: 5, value: 2 },
  ])
  t.same(await read(t, ''), [])
})

t.test('a byte order mark is skipped at the beginning of the file, and nowhere else', async (t) => {
  t.same(await read(t, '\ufeff1\n2\n'), [
    { number: 1, value: 1 },
    { number: 2, value: 2 },
  ])
  await t.rejects(read(t, '1\n\ufeff2\n'), { message: 'line 2: is not JSON' })
})

t.test('characters across two chunks are read whole', async (t) => {
  // The file is read in chunks of 64 KiB; an odd number of bytes before four-byte characters puts an edge inside one.
  const text = `x${'🎹'.repeat(50_000)}`
  t.same(await read(t, `${JSON.stringify(text)}\n2\n`), [
    { number: 1, value: text },
    { number: 2, value: 2 },
  ])
})

t.test('text that cannot be stored exactly is refused with its line', async (t) => {
  const latin1 = Buffer.concat([Buffer.from('1\n"caf'), Buffer.from([0xe9]), Buffer.from('"\n')])
  await t.rejects(read(t, latin1), { code: 'invalid_request', message: 'line 2: is not UTF-8' })
  await t.rejects(read(t, '1\n{"a":}\n'), { message: 'line 2: is not JSON' })
  await t.rejects(read(t, '1 2\n'), { message: 'line 1: is not JSON' })
  await t.rejects(read(t, '{"a":[{"b":"x\\u0000y"}]}'), { message: 'line 1, a/0/b: holds U+0000' })
  await t.rejects(read(t, '\n\n{"a":"\\ud83c"}'), { message: 'line 3, a: holds half of a surrogate pair' })
  await t.rejects(read(t, `1\n"${'x'.repeat(32_000_000)}"`), { message: 'line 2: is longer than 32000000 bytes' })
})

t.test('a file that cannot be read is named', async (t) => {
  await t.rejects(Array.fromAsync(readJsonLines('no-such-file.jsonl')), {
    code: 'invalid_request',
    message: 'no-such-file.jsonl: cannot be read (ENOENT)',
  })
})

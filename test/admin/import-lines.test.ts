import t, { type Test } from 'tap'
import { readJsonLines } from '#src/admin/import/lines.ts'
import { writeTestFile } from './files.ts'

const read = (t: Test, content: string | Uint8Array) => Array.fromAsync(readJsonLines(writeTestFile(t, content)))

t.test('one JSON value a line, with the number of its line', async (t) => {
  const files: [content: string, values: string][] = [
    ['{"a":1}\n[2]\n"three"\n', '1 {"a":1}, 2 [2], 3 "three"'],
    ['1\r\n2', '1 1, 2 2'],
    ['\n 1 \n \t\r\n\n2\n\n', '2 1, 5 2'],
    ['', ''],
    ['\ufeff1\n2\n', '1 1, 2 2'],
  ]
  for (const [content, values] of files) {
    const found = (await read(t, content)).map(({ number, value }) => `${number} ${JSON.stringify(value)}`)
    t.equal(found.join(', '), values, JSON.stringify(content))
  }
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
  await t.rejects(read(t, `1\n${'['.repeat(101)}${']'.repeat(101)}`), { message: 'line 2: nests deeper than 100' })
  await t.rejects(read(t, '{"a":[{"b":"x\\u0000y"}]}'), { message: 'line 1, a/0/b: holds U+0000' })
  await t.rejects(read(t, '\n\n{"a":"\\ud83c"}'), { message: 'line 3, a: holds a lone surrogate' })
  await t.rejects(read(t, '{"a":[1,-1e999]}'), { message: 'line 1, a/1: is larger than a number can be' })
  t.equal((await read(t, `"${'x'.repeat(31_999_998)}"\n2`)).length, 2)
  await t.rejects(read(t, `1\n"${'x'.repeat(31_999_999)}"`), { message: 'line 2: is longer than 32000000 bytes' })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const script = fileURLToPath(new URL('../../scripts/proof.ts', import.meta.url))

async function prove(...given: string[]) {
  const child = spawn(process.execPath, [script, ...given], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, err, out, figure: out.trimEnd().split('\n').at(-1) }
}

const figures = {
  kills: /^holds: kills: 10 kills, 10 jobs completed once/,
  paused: /^holds: paused: 10 workers paused past their lease, 0 writes by a stale owner; 10 jobs completed once/,
  overlap: /^holds: overlap: 200 jobs: 200 run, 0 of them again, 0 slices lost, 200 done; Jain index (1|0\.99)/,
}
for (const [name, figure] of Object.entries(figures)) {
  t.test(`the proof “${name}” holds in its short form, and its figure is the last line`, async (t) => {
    const proof = await prove(name, '--short')
    t.match(proof.figure, figure, proof.out + proof.err)
    t.equal(proof.code, 0)
  })
}

t.test('a proof that there is not is named, with those that there are', async (t) => {
  const { code, err } = await prove('kils')
  t.equal(code, 2)
  t.match(err, /no proof kils; there are kills, paused, overlap/)
})

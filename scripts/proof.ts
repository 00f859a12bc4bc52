/**
 * `npm run proof -- [NAME …] [--short]`: shows that the engine keeps its promises, each check on a database of its own and with processes of
 * its own. Prints what each did and its figure last; exits with 1 when one falls short, with 2 when there is none of that name.
 */
import { parseArgs } from 'node:util'
import type { Proof } from './proof/finding.ts'
import { finishes } from './proof/finishes.ts'
import { flood } from './proof/flood.ts'
import { kills } from './proof/kills.ts'
import { offers } from './proof/offers.ts'
import { overlap } from './proof/overlap.ts'
import { paused } from './proof/paused.ts'
import { revises } from './proof/revises.ts'
import { withStage } from './proof/stage.ts'

const proofs: Readonly<Record<string, Proof>> = { kills, paused, overlap, flood, offers, revises, finishes }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false } },
})
const unknown = positionals.filter((name) => !Object.hasOwn(proofs, name))
if (unknown.length > 0) {
  console.error(`There is no proof ${unknown.join(', ')}; there are ${Object.keys(proofs).join(', ')}`)
  process.exit(2)
}

const figures: string[] = []
for (const [name, prove] of Object.entries(proofs)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  figures.push(await figureOf(name, prove))
}
console.log(figures.join('\n'))

/** A check that cannot be carried out has not shown anything, and the others are still worth knowing. */
async function figureOf(name: string, prove: Proof): Promise<string> {
  const began = performance.now()
  console.log(`${name}:`)
  const { holds, figure } = await withStage((stage) => prove(stage, values)).catch((error: unknown) => {
    console.error(error)
    return { holds: false, figure: `could not be carried out: ${String(error).split('\n', 1)}` }
  })
  if (!holds) process.exitCode = 1
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  return `${holds ? 'holds' : 'FALLS SHORT'}: ${name}: ${figure} (${seconds} s)`
}

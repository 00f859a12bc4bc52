/**
 * `npm run bench -- [NAME …] [--rounds N] [--seconds S] [--write]`: how fast the service is, as ratios to a floor and
 * beside its peers in the same run. `--write` saves the figures in the table of the README's performance section. Exits
 * with 1 when a race could not be run, never for a figure: a slow machine is no defect.
 */
import { parseArgs } from 'node:util'
import { withBenchEnvironment } from './bench/environment.ts'
import { benchmarkNames, loadBenchmarks } from './bench/registry.ts'
import { runBenchmark } from './bench/rounds.ts'
import { tableOf, writeTable } from './bench/table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
})
const unknown = positionals.filter((name) => !benchmarkNames.includes(name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are ${benchmarkNames.join(', ')}`)
  process.exit(2)
}

const size = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
for (const name of positionals.length > 0 ? positionals : benchmarkNames) {
  try {
    const results = await withBenchEnvironment(async (stage) => {
      const finished = []
      for (const race of await (await loadBenchmarks(name))(stage))
        finished.push(await runBenchmark(race, size, stage.say))
      return finished
    })
    console.log(tableOf(results))
    if (values.write) await writeTable(name, results)
  } catch (error) {
    console.error(`The bench ${name} could not be run:`, error)
    process.exitCode = 1
  }
}

import { Gauge, type Registry } from 'prom-client'
import type { StartWarning } from '#src/config.ts'

/** What the start has warned of, for as long as the process runs: a line on stderr is read by few. */
export function showStartWarnings(registry: Registry, warnings: readonly StartWarning[]): void {
  const gauge = new Gauge({
    name: 'sittings_start_warnings',
    help: '1 for each setting that the process has warned of at its start.',
    labelNames: ['setting'],
    registers: [registry],
  })
  for (const { setting } of warnings) gauge.set({ setting }, 1)
}

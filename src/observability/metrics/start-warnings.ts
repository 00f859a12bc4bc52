import { Gauge, type Registry } from 'prom-client'
import type { ConfigWarning } from '#src/config.ts'

/** Start warnings as a gauge for the process's lifetime, since few read stderr. */
export function showStartWarnings(registry: Registry, warnings: readonly ConfigWarning[]): void {
  const gauge = new Gauge({
    name: 'sittings_start_warnings',
    help: '1 for each setting that the process has warned of at its start.',
    labelNames: ['setting'],
    registers: [registry],
  })
  for (const { setting } of warnings) gauge.set({ setting }, 1)
}

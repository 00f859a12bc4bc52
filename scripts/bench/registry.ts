import { readdirSync } from 'node:fs'
import type { Races } from './race.ts'

const folder = new URL('races/', import.meta.url)

/** The names of all benches: one file of `races/` each. */
export const raceNames: readonly string[] = readdirSync(folder)
  .map((file) => file.replace(/\.ts$/, ''))
  .toSorted()

/** What the file of that name exports as `races`. */
export async function racesOf(name: string): Promise<Races> {
  const { races } = await import(new URL(`${name}.ts`, folder).href)
  return races
}

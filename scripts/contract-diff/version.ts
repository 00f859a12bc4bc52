import type { Impact } from './change.ts'

const form = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

/**
 * Why a version does not fit the changes, or undefined. A breaking change requires a step of the major version, before
 * 1.0 one of the minor (Semantic Versioning 2.0.0, item 4); any other change requires none.
 */
export function refusalToVersion(base: string, head: string, impacts: readonly Impact[]): string | undefined {
  const [[wasMajor, wasMinor, wasPatch], [major, minor, patch]] = [parseVersion(base), parseVersion(head)]
  const forward = major - wasMajor || minor - wasMinor || patch - wasPatch
  if (forward < 0) return `The version goes back, from ${base} to ${head}.`
  if (!impacts.includes('breaking') || major > wasMajor) return undefined
  if (wasMajor === 0)
    return minor > wasMinor ? undefined : `A breaking change owes a version of 0.${wasMinor + 1}.0 or more.`
  return `A breaking change owes a version of ${wasMajor + 1}.0.0 or more.`
}

function parseVersion(version: string): [number, number, number] {
  const parts = form.exec(version)
  if (parts === null) throw new Error(`${version} is no version of the form 1.2.3`)
  return [Number(parts[1]), Number(parts[2]), Number(parts[3])]
}

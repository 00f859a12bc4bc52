import type { area } from '#src/contract/area.ts'
import type { Area } from '#src/contract/operations.ts'
import health from './health/index.ts'

/** Every area of the contract; one that is missing here does not compile. */
const byTag = { health } satisfies Record<Area, ReturnType<typeof area>>

export const areas = Object.values(byTag)

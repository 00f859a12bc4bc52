import type { createArea } from '#src/contract/area.ts'
import type { Area } from '#src/contract/operation-types.ts'
import artists from './artists/index.ts'
import discoveries from './discoveries/index.ts'
import evidence from './evidence/index.ts'
import health from './health/index.ts'
import knowledge from './knowledge/index.ts'
import lore from './lore/index.ts'
import memory from './memory/index.ts'
import onboarding from './onboarding/index.ts'
import questions from './questions/index.ts'
import research from './research/index.ts'
import responses from './responses/index.ts'
import sessions from './sessions/index.ts'

/** Every area of the contract; one that is missing here does not compile. */
const byTag = {
  health,
  artists,
  sessions,
  responses,
  memory,
  knowledge,
  lore,
  evidence,
  research,
  questions,
  discoveries,
  onboarding,
} satisfies Record<Area, ReturnType<typeof createArea>>

export const areas = Object.values(byTag)

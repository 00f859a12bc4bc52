import { createArea } from '#src/contract/area.ts'
import type { Area } from '#src/contract/operation-types.ts'
import * as artists from './artists/index.ts'
import * as discoveries from './discoveries/index.ts'
import * as evidence from './evidence/index.ts'
import type { Handlers } from './handler.ts'
import * as health from './health/index.ts'
import * as knowledge from './knowledge/index.ts'
import * as lore from './lore/index.ts'
import * as memory from './memory/index.ts'
import * as onboarding from './onboarding/index.ts'
import * as questions from './questions/index.ts'
import * as research from './research/index.ts'
import * as responses from './responses/index.ts'
import * as sessions from './sessions/index.ts'

/** The handlers of every area of the contract; one that is missing here does not compile. */
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
} satisfies { [A in Area]: Handlers<A> }

/** The plugin of each area. */
export const areas = Object.entries(byTag).map(([tag, handlers]) => createArea(tag as Area, handlers))

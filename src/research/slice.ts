import type { Slice, SliceContext } from '#src/queue/slice.ts'
import type { Providers } from './providers/index.ts'

/** What a slice of research may touch: the queue's context and the outside systems. */
export type ResearchContext = SliceContext & { providers: Providers }

export type ResearchSlice = Slice<ResearchContext>

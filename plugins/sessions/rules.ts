import { Problem } from '#src/contract/problems/problem.ts'

/** A sitting that is finished takes neither a question nor an answer. */
export const createSittingFinished = () =>
  new Problem('state_changed', { reason: 'sitting_finished', message: 'The sitting is finished; read it again' })

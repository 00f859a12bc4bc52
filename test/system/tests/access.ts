import { addUsers, buildSettings, deployments } from '../access/callers.ts'
import { tryForeignIdentities } from '../access/cross-tenant.ts'
import { openInProcessService } from '../access/in-process-service.ts'
import { runMatrix } from '../access/matrix.ts'
import type { SystemTest } from '../result.ts'

/**
 * Every operation of the contract by every kind of caller, and everything of another artist under one's own path. The
 * short form: the deployment with all secrets, and the likeliest identities.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  await addUsers(environment)
  const wrong: string[] = []
  let cells = 0
  for (const deployment of short ? deployments.slice(0, 1) : deployments) {
    const result = await runMatrix(environment, deployment)
    cells += result.cells
    wrong.push(...result.wrong)
  }
  const service = await openInProcessService(environment, buildSettings(deployments[0] as (typeof deployments)[0]))
  const foreign = await tryForeignIdentities(environment, service, short ? 4 : Number.POSITIVE_INFINITY)
  wrong.push(...foreign.wrong)
  for (const words of wrong) environment.log(words)
  const identities = `${foreign.requests} identities of another artist in ${foreign.fields} fields answered as what exists nowhere`
  return {
    passed: wrong.length === 0,
    summary: `${cells} cells of callers asserted; ${identities}; ${wrong.length} wrong`,
  }
}

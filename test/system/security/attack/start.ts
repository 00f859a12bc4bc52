import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { TestEnvironment } from '../../environment.ts'
import type { AttackReport } from './attacker.ts'
import type { Attack, Origin } from './attacks.ts'

/** Starts the attack in a process of its own; `stop` gives its report. */
export async function startAttack(
  { teardown }: Pick<TestEnvironment, 'teardown'>,
  base: string,
  attack: Attack & Origin,
) {
  const child = fork(fileURLToPath(new URL('attacker.ts', import.meta.url)), [base])
  teardown(() => child.kill('SIGKILL'))
  await once(child, 'message')
  child.send(attack)
  return {
    stop: async (): Promise<AttackReport> => {
      child.send('stop')
      const [report] = (await once(child, 'message')) as [AttackReport]
      return report
    },
  }
}

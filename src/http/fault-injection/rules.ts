import { ConfigError } from '#src/config/env.ts'
import { type Operation, type OperationId, operationContracts } from '#src/contract/document.ts'
import { type Fault, findFaults, isPlausible, listFaults } from './faults.ts'

/** The probability, from 0 to 1, that one of these faults is injected. */
export type FaultRate = { rate: number; faults: readonly Fault[] }

type Rule = { operationId: string | undefined; name: string; rate: number }

/** Injects only what requests ask for. */
export const onDemand = 'on-demand'

const form = `must be ${onDemand}, a rate such as 0.1, or rules such as 503=0.1,slow:2000=0.05,offerInterviewQuestion:memory_changed=0.5`

/**
 * Random faults of each operation by CHAOS: none (`on-demand`), any plausible fault at one rate (`0.1`), or
 * comma-separated rules `[OPERATION:]NAME=RATE`, where NAME is a status, a code, a kind of fault or `any`.
 * @throws ConfigError naming a rule that fits no operation, or that leaves an operation without successes
 */
export function parseFaultRules(text: string): (operation: Operation) => FaultRate[] {
  const rules = text === onDemand ? [] : isRate(text) ? [parseRule(`any=${text}`)] : text.split(',').map(parseRule)
  const rates = new Map<OperationId, FaultRate[]>()
  const matched = new Set<Rule>()
  for (const operation of operationContracts.values()) {
    const ownRates = rules.flatMap((rule) => {
      const faults = selectFaults(rule, operation)
      if (faults.length === 0) return []
      matched.add(rule)
      return [{ rate: rule.rate, faults }]
    })
    const sum = ownRates.reduce((total, { rate }) => total + rate, 0)
    if (sum > 1) throw new ConfigError('CHAOS', `has rates for ${operation.id} that sum up to more than 1`)
    rates.set(operation.id, ownRates)
  }
  const unmatched = rules.find((rule) => !matched.has(rule))
  if (unmatched !== undefined) {
    const scope = unmatched.operationId === undefined ? 'any operation' : `an operation ${unmatched.operationId}`
    throw new ConfigError('CHAOS', `names ${unmatched.name}, which the contract does not know of ${scope}; it ${form}`)
  }
  return ({ id }) => rates.get(id) ?? []
}

function parseRule(text: string): Rule {
  const [, before, rate] = /^(.+)=([^=]+)$/.exec(text.trim()) ?? []
  if (before === undefined || rate === undefined || !isRate(rate)) throw new ConfigError('CHAOS', form)
  const [, operationId, name] = /^([a-z]+[A-Z]\w*):(.+)$/.exec(before) ?? []
  return { operationId, name: name ?? before, rate: Number(rate) }
}

const isRate = (text: string) => /^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(text)

/** Health is exempt unless named, so that monitoring does not report random outages. */
function selectFaults({ operationId, name }: Rule, operation: Operation): Fault[] {
  if (operationId === undefined ? operation.tag === 'health' : operationId !== operation.id) return []
  const faults = listFaults(operation)
  return name === 'any' ? faults.filter(isPlausible) : findFaults(name, faults)
}

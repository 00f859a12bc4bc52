import { area } from '#src/contract/area.ts'
import { checkHealth } from './checkHealth.ts'

export default area('health', { checkHealth })

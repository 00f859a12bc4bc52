import { area } from '#plugins/handler.ts'
import { checkHealth } from './checkHealth.ts'

export default area('health', { checkHealth })

import { defineArea } from '#plugins/handler.ts'
import { checkHealth } from './checkHealth.ts'

export default defineArea('health', { checkHealth })

export { checkHealth } from './checkHealth.ts'

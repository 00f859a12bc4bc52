export { listDiscoveries } from './listDiscoveries.ts'
export { reviewDiscovery } from './reviewDiscovery.ts'

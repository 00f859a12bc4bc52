import { area } from '#plugins/handler.ts'
import { listDiscoveries } from './listDiscoveries.ts'
import { reviewDiscovery } from './reviewDiscovery.ts'

export default area('discoveries', { listDiscoveries, reviewDiscovery })

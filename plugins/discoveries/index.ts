import { defineArea } from '#plugins/handler.ts'
import { listDiscoveries } from './listDiscoveries.ts'
import { reviewDiscovery } from './reviewDiscovery.ts'

export default defineArea('discoveries', { listDiscoveries, reviewDiscovery })

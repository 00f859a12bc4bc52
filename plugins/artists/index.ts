import { area } from '#plugins/handler.ts'
import { listMyArtists } from './listMyArtists.ts'

export default area('artists', { listMyArtists })

import { defineArea } from '#plugins/handler.ts'
import { listMyArtists } from './listMyArtists.ts'

export default defineArea('artists', { listMyArtists })

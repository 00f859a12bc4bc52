export { listMyArtists } from './listMyArtists.ts'

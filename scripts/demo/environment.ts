import type { components } from '#src/contract/types.gen.ts'
import type { Client } from './client.ts'
import type { Story } from './story.ts'

export type Schemas = components['schemas']

/** Who speaks to the service, for which artist (the beginning of that artist's paths), and who listens. */
export type DemoEnvironment = Story & { call: Client; artist: string }

export const getArtistId = ({ artist }: DemoEnvironment): string => artist.split('/').at(-1) ?? artist

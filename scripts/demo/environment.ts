import type { components } from '#src/contract/types.gen.ts'
import type { Client } from './client.ts'
import type { Story } from './story.ts'

export type Schemas = components['schemas']

/** The caller of the service, the artist (as the beginning of its paths), and the output. */
export type DemoEnvironment = Story & { call: Client; artist: string }

export const getArtistId = ({ artist }: DemoEnvironment): string => artist.split('/').at(-1) ?? artist

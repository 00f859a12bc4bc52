export * from './artist.ts'
export * from './client.ts'
export * from './hooks.ts'

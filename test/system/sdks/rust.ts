import type { GeneratedClient } from './client.ts'

export const rustClients: GeneratedClient[] = []

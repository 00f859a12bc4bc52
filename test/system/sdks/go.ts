import type { GeneratedClient } from './client.ts'

export const goClients: GeneratedClient[] = []

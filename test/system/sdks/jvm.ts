import type { GeneratedClient } from './client.ts'

export const jvmClients: GeneratedClient[] = []

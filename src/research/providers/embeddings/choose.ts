import type { ProviderSettings } from '#src/config/providers.ts'
import type { EmbeddingModel } from './index.ts'
import { createEmbeddingModel } from './openai-compatible.ts'

/** Called only where the operator has named one; there is no sample, since search is complete without it. */
export function chooseEmbeddings({ url, name, key }: ProviderSettings['embeddings']): EmbeddingModel | undefined {
  return url === undefined || name === undefined ? undefined : createEmbeddingModel({ url, name, key })
}

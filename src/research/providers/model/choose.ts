import type { ProviderSettings } from '#src/config/providers.ts'
import type { Model } from './index.ts'
import { createLanguageModel } from './openai-compatible.ts'

/** A model is called only where the operator has named one; there is no sample, since Lore is complete without it. */
export function chooseModel({ url, name, key, takesSchema }: ProviderSettings['model']): Model | undefined {
  return url === undefined || name === undefined ? undefined : createLanguageModel({ url, name, key, takesSchema })
}

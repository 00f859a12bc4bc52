import { defineArea } from '#plugins/handler.ts'
import { correctLore } from './correctLore.ts'
import { listArtistLoreVersions } from './listArtistLoreVersions.ts'
import { listCorrections } from './listCorrections.ts'
import { previewCorrection } from './previewCorrection.ts'
import { publishLore } from './publishLore.ts'
import { readArtistLore } from './readArtistLore.ts'
import { retractCorrection } from './retractCorrection.ts'

export default defineArea('lore', {
  readArtistLore,
  listArtistLoreVersions,
  publishLore,
  listCorrections,
  previewCorrection,
  correctLore,
  retractCorrection,
})

import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where generators that are no packages of this repository are kept between two calls. */
export const toolsFolder = () => process.env.SDK_TOOLS ?? join(tmpdir(), 'sittings-sdk-tools')

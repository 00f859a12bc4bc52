import { area } from '#src/contract/area.ts'

export default area('research', {})

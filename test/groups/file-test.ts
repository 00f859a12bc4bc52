// What a test file of a group imports as `tap`; evaluated once for each file, whose path is in the query.
import { fileTest } from './run.ts'

export default fileTest

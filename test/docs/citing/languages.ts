/** How the guide's code becomes a program that answers questions, in each language. */
export type Language = {
  /** The info string of the guide's blocks, and the file that they are copied into beside the program. */
  fence: string
  guide: string
  /** The program beside this file, under the name by which it is compiled. */
  main: string
  compile?: [string, ...string[]]
  run: [string, ...string[]]
}

export const languages: Record<string, Language> = {
  TypeScript: {
    fence: 'ts',
    guide: 'citing.ts',
    main: 'main.ts',
    run: [process.execPath, 'main.ts'],
  },
  Python: {
    fence: 'python',
    guide: 'citing.py',
    main: 'main.py',
    run: ['python3', 'main.py'],
  },
  Go: {
    fence: 'go',
    guide: 'citing.go',
    main: 'main.go',
    compile: ['go', 'build', '-o', 'program', 'main.go', 'citing.go'],
    run: ['./program'],
  },
  Rust: {
    fence: 'rust',
    guide: 'citing.rs',
    main: 'main.rs',
    compile: ['rustc', '--edition', '2021', '-o', 'program', 'main.rs'],
    run: ['./program'],
  },
}

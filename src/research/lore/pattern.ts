/** A pattern that is too long for a line, written in parts that follow each other. */
export const joinPattern = (flags: string, ...parts: readonly string[]): RegExp => new RegExp(parts.join(''), flags)

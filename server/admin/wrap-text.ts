/** In characters: the narrowest terminal in use. */
export const terminalWidth = 80

/** Breaks a text between words. A word stays whole, because ids and addresses are copied. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && [...last].length + 1 + [...word].length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Names with their explanations beside them, or below names that are too long for that. */
export function definitionLines(rows: [name: string, text: string][]): string[] {
  const width = Math.min(maxNameWidth, Math.max(0, ...rows.map(([name]) => name.length)) + 2)
  return rows.flatMap(([name, text]) => {
    const lines = wrapText(text, terminalWidth - width - 2).map((line) => ' '.repeat(width + 2) + line)
    if (name.length + 2 > width) return [`  ${name}`, ...lines]
    return [`  ${name.padEnd(width)}${lines[0]?.trimStart() ?? ''}`, ...lines.slice(1)]
  })
}

const maxNameWidth = 26

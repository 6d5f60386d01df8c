/** The result of one trial: its figures by name, and its faults as sentences. */
export type Result = {
  name: string
  figures: Record<string, string | number>
  faults: string[]
}

export const isGood = ({ faults }: Result) => faults.length === 0

/** The results as a table, followed by the faults. All results must have the same figures. */
export function reportOf(results: Result[]) {
  const failed = results.filter((result) => !isGood(result))
  return [
    table([
      ['', ...Object.keys(results[0]?.figures ?? {}), ''],
      ...results.map((result) => [
        result.name,
        ...Object.values(result.figures).map(shown),
        isGood(result) ? 'passed' : 'FAILED',
      ]),
    ]),
    ...failed.map(({ name, faults }) => [`${name}:`, ...faults].join('\n  ')),
    `${results.length - failed.length} of ${results.length} passed.`,
  ].join('\n\n')
}

const shown = (figure: string | number) => (typeof figure === 'number' ? String(Math.round(figure)) : figure)

/** A table as text, with the first column left-aligned and the others right-aligned. */
export function table(lines: string[][]) {
  const columns = Math.max(...lines.map((line) => line.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  const padded = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)
  return lines.map((line) => line.map(padded).join('  ').trimEnd()).join('\n')
}

/** The result of one trial: its figures by name, and its faults as sentences. */
export type Result = {
  name: string
  figures: Record<string, string | number>
  problems: string[]
}

export const hasPassed = ({ problems }: Result) => problems.length === 0

/** The results as a table, followed by the faults. All results must have the same figures. */
export function formatReport(results: Result[]) {
  const failed = results.filter((result) => !hasPassed(result))
  return [
    formatTable([
      ['', ...Object.keys(results[0]?.figures ?? {}), ''],
      ...results.map((result) => [
        result.name,
        ...Object.values(result.figures).map(formatFigure),
        hasPassed(result) ? 'passed' : 'FAILED',
      ]),
    ]),
    ...failed.map(({ name, problems }) => [`${name}:`, ...problems].join('\n  ')),
    `${results.length - failed.length} of ${results.length} passed.`,
  ].join('\n\n')
}

const formatFigure = (figure: string | number) => (typeof figure === 'number' ? String(Math.round(figure)) : figure)

/** A table as text, with the first column left-aligned and the others right-aligned. */
export function formatTable(lines: string[][]) {
  const columns = Math.max(...lines.map((line) => line.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n')
}

/** Whoever publishes waits for what is being written, and a statement may not take for ever. */
const lettersAtOnce = 20_000

/** Ids in portions that are not more than so many letters of text to write. */
export function* portions(rows: { id: string; letters: number | null }[]) {
  let portion: string[] = []
  let letters = 0
  for (const row of rows) {
    portion.push(row.id)
    letters += row.letters ?? 0
    if (letters < lettersAtOnce) continue
    yield portion
    portion = []
    letters = 0
  }
  if (portion.length > 0) yield portion
}

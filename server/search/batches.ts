/** Whoever publishes waits for what is being written, and a statement may not take for ever. */
const lettersAtOnce = 20_000

/** Ids in batches that are not more than so many letters of text to write. */
export function* batches(rows: { id: string; letters: number | null }[]) {
  let batch: string[] = []
  let letters = 0
  for (const row of rows) {
    batch.push(row.id)
    letters += row.letters ?? 0
    if (letters < lettersAtOnce) continue
    yield batch
    batch = []
    letters = 0
  }
  if (batch.length > 0) yield batch
}

import type { Circle } from './geometry.ts'
import { type Ink, PAPERS, separate } from './inks.ts'
import { photo } from './pictures.ts'
import { printOnPaper } from './press.ts'
import { hashText } from './random.ts'
import { disc } from './shapes.ts'
import type { SubjectName } from './subjects/subjects.ts'

const SIDE = 1000

export type Sitter = { username: string; subject: SubjectName; inks: readonly Ink[] }

/** A creator's picture: their subject in coarse dots on a disc, readable at the size of a stamp. */
export function renderPortrait({ username, subject, inks }: Sitter): string {
  const { spot, key } = separate(inks)
  const middle = (radius: number): Circle => [SIDE / 2, SIDE / 2, radius]
  return printOnPaper({
    size: [SIDE, SIDE],
    paper: PAPERS.cream,
    inks: { spot, key },
    seed: hashText(username),
    page: 0,
    spot: disc(middle(440), spot),
    key: photo(subject, middle(380), { ink: key, pitch: 20, gain: 1.15 }),
  })
}

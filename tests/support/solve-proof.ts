import { createHash } from 'node:crypto'
import { isSolution, type ProofTask, puzzleText } from '#contract/proof-of-work.ts'

/** Computes the proof of work that a sign-in requires, as any program would. */
export function solveProof({ challenge, puzzles, bits }: Omit<ProofTask, 'how'>) {
  const solutions = Array.from({ length: puzzles }, (_, index) => {
    let n = 0
    while (
      !isSolution(
        createHash('sha256')
          .update(puzzleText(challenge, index, n))
          .digest(),
        bits,
      )
    )
      n += 1
    return n
  })
  return { challenge, solutions }
}

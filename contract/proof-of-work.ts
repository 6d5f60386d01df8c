/** A little work for each try at an account that is being guessed at. A challenge is for one account and works once. */
export type ProofTask = { challenge: string; puzzles: number; bits: number; how: string }

/** Many small puzzles take nearly the same time whoever solves them; one large would take ten times as long for some. */
export const proofPuzzles = 16

export type Proof = { challenge: string; solutions: number[] }

/** Whether the hash of `puzzleText` solves a puzzle of so many bits, 32 at most. */
export const isSolution = (hash: Uint8Array, bits: number) =>
  new DataView(hash.buffer, hash.byteOffset).getUint32(0) < 2 ** (32 - bits)

export const puzzleText = (challenge: string, index: number, solution: number) =>
  `${challenge}.${index}.${solution}`

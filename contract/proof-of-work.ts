/** Proof of work for guarded accounts. A challenge is valid for one account and works once. */
export type ProofTask = { challenge: string; puzzles: number; bits: number; how: string }

/** Many small puzzles take a predictable time. One large puzzle could take some clients ten times as long. */
export const proofPuzzles = 16

export type Proof = { challenge: string; solutions: number[] }

/** Whether the hash of `puzzleText` solves a puzzle with this many bits, at most 32. */
export const isSolution = (hash: Uint8Array, bits: number) =>
  new DataView(hash.buffer, hash.byteOffset).getUint32(0) < 2 ** (32 - bits)

export const puzzleText = (challenge: string, index: number, solution: number) => `${challenge}.${index}.${solution}`

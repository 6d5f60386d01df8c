import { sha256 } from '@noble/hashes/sha2.js'
import { isSolution, type Proof, type ProofTask, puzzleText } from '#contract/proof-of-work.ts'

/** Longest time to block the main thread, in milliseconds. */
const maxBlockMs = 12

/** Solves the sign-in's proof of work without Web Crypto, which needs https and is slow for short texts. */
export async function solveProof({ challenge, puzzles, bits }: ProofTask): Promise<Proof> {
  const solutions: number[] = []
  for (let index = 0; index < puzzles; index++) solutions.push(await solve(challenge, index, bits))
  return { challenge, solutions }
}

async function solve(challenge: string, index: number, bits: number) {
  const encoder = new TextEncoder()
  let yieldedAt = performance.now()
  for (let n = 0; ; n++) {
    if (isSolution(sha256(encoder.encode(puzzleText(challenge, index, n))), bits)) return n
    if (n % 64 || performance.now() - yieldedAt < maxBlockMs) continue
    await new Promise((resolve) => setTimeout(resolve))
    yieldedAt = performance.now()
  }
}

import { createHash } from 'node:crypto'

/**
 * What media is served under: half of a SHA-256 over the SHA-256 of each of its files, a video or the picture for paper
 * first, then the pictures from the narrowest on. Whoever has the pictures that everybody sees cannot make files that have
 * the hash of another's picture for paper.
 */
export function hashOfFiles(digests: Buffer[]) {
  const whole = createHash('sha256')
  for (const digest of digests) whole.update(digest)
  return whole.digest('hex').slice(0, 32)
}

import { createHash } from 'node:crypto'

/**
 * What media is served under: half of a SHA-256 over the SHA-256 of each of its files, a video first, then the pictures
 * from the narrowest on.
 */
export function hashOfFiles(digests: Buffer[]) {
  const whole = createHash('sha256')
  for (const digest of digests) whole.update(digest)
  return whole.digest('hex').slice(0, 32)
}

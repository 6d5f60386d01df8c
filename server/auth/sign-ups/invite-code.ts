import { createHash, randomInt } from 'node:crypto'

/** Letters and digits that nobody takes for another when they are read out or written down. */
const letters = '23456789abcdefghjkmnpqrstvwxyz'
const length = 20

/** A new code, such as `k7m2q-9xw4t-bn3ch-5rz8d`: 98 random bits. */
export function makeCode() {
  const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  return code.match(/.{5}/g)?.join('-') ?? code
}

/** What is kept of a code. However somebody types it, case, spaces and dashes do not count. */
export const hashOfCode = (code: string) =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest()

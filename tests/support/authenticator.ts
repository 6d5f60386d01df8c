import { createHmac } from 'node:crypto'

/** The six digits that an authenticator app shows at a time (RFC 6238). `key` is base32, `at` is in milliseconds. */
export function totpCode(key: string, now = Date.now()) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const digest = createHmac('sha1', fromBase32(key)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string) {
  const digits = [...text.replace(/=+$/, '').toUpperCase()].map((character) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character),
  )
  const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

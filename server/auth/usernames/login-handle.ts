import { createHmac, timingSafeEqual } from 'node:crypto'

/** A signed, expiring sign-in handle shaped like an email: base 36 of user id (16), expiry (4), signature (16). */
const domain = '@handle.invalid'
const lifetimeSeconds = 300
const shape = /^([0-9a-z]{56})@handle\.invalid$/
const content = /^([0-9a-f]{40})([0-9a-f]{32})$/

export function handleOfUser(secret: string, userId: string, now = Date.now()) {
  const expires = Math.floor(now / 1000) + lifetimeSeconds
  const signed = userId.replaceAll('-', '') + expires.toString(16).padStart(8, '0')
  return encode(signed + signature(secret, signed)) + domain
}

export function userOfHandle(secrets: string[], handle: string, now = Date.now()) {
  const [, text = ''] = shape.exec(handle.toLowerCase()) ?? []
  const [, signed, sentSignature] = content.exec(decode(text)) ?? []
  if (!signed || !sentSignature) return undefined
  const isAuthentic = secrets.some((secret) =>
    timingSafeEqual(Buffer.from(sentSignature), Buffer.from(signature(secret, signed))),
  )
  if (!isAuthentic) return undefined
  if (Number.parseInt(signed.slice(32), 16) * 1000 < now) return undefined
  return signed.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const encode = (hex: string) => BigInt(`0x${hex}`).toString(36).padStart(56, '0')
const decode = (text: string) =>
  [...text]
    .reduce((number, digit) => number * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
    .toString(16)
    .padStart(72, '0')

const signature = (secret: string, signed: string) =>
  createHmac('sha256', secret).update(`login-handle:${signed}`).digest('hex').slice(0, 32)

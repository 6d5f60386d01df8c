import { createHmac, timingSafeEqual } from 'node:crypto'

/** A cookie as it came (`raw`) and as it reads. */
export type Cookie = { raw: string; value: string }

export function findCookie(header: string | undefined, name: string): Cookie | undefined {
  const start = `${name}=`
  const raw = header
    ?.split('; ')
    .find((part) => part.startsWith(start))
    ?.slice(start.length)
  return raw === undefined ? undefined : { raw, value: decoded(raw) }
}

function decoded(raw: string) {
  try {
    return decodeURIComponent(raw)
  } catch {
    return ''
  }
}

/** What a cookie of Better Auth's carries, `value.base64(HMAC-SHA256)`, if it is signed by us. */
export function signedValue(text: string, secret: string) {
  const dot = text.lastIndexOf('.')
  const value = text.slice(0, dot)
  const given = Buffer.from(text.slice(dot + 1))
  const right = Buffer.from(signature(value, secret))
  return dot > 0 && given.length === right.length && timingSafeEqual(given, right) ? value : undefined
}

export const signValue = (value: string, secret: string) => `${value}.${signature(value, secret)}`

const signature = (value: string, secret: string) =>
  createHmac('sha256', secret).update(value).digest('base64')

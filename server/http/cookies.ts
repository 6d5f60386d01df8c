import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseCookie, parseSetCookie, stringifyCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'

export const isSecure = ({ publicUrl }: Config) => publicUrl.startsWith('https:')

/** On https, browsers protect a `__Host-` cookie from all other hosts and paths. */
export const cookiePrefix = (config: Config) => `${isSecure(config) ? '__Host-' : ''}foldout`

const nameOf = (config: Config, name: string) => `${cookiePrefix(config)}.${name}`

/** Reads one of our cookies from a request. Of several with the same name, the first counts. */
export const readCookie = ({ headers }: FastifyRequest, config: Config, name: string) =>
  parseCookie(splitHeader(headers.cookie ?? ''))[nameOf(config, name)]

/** Browsers send a space after each separator. A semicolon without one is part of a value. */
const splitHeader = (header: string) => header.replace(/;(?! )/g, '%3B')

/** Reads a cookie that the reply is about to set. Of several with the same name, the last counts, as in browsers. */
export function readSetCookie(reply: FastifyReply, config: Config, name: string) {
  const lines = [reply.getHeader('set-cookie') ?? []].flat().map(String)
  const set = lines.map((line) => parseSetCookie(line))
  return set.findLast((cookie) => cookie.name === nameOf(config, name))?.value
}

type CookieValue = { value: string; maxAge?: number; sameSite?: 'lax' | 'strict' }

/** The `Set-Cookie` header for one of our cookies. `maxAge` is in seconds; 0 deletes it, without one it ends with the browser. */
export const setCookieHeader = (config: Config, name: string, { value, maxAge, sameSite = 'lax' }: CookieValue) =>
  stringifySetCookie(
    {
      name: nameOf(config, name),
      value,
      ...(maxAge !== undefined && { maxAge }),
      path: '/',
      httpOnly: true,
      sameSite,
      secure: isSecure(config),
    },
    { encode: encodeURIComponent },
  )

/** The `Cookie` header for internal requests, without empty cookies. */
export function cookieHeader(config: Config, cookies: Record<string, string | undefined>) {
  const present = Object.entries(cookies).filter(([, value]) => value)
  const prefixed = present.map(([name, value]) => [nameOf(config, name), value])
  return stringifyCookie(Object.fromEntries(prefixed), { encode: encodeURIComponent })
}

/** The value of a Better Auth cookie, `value.base64(HMAC-SHA256)`. Undefined unless one of our secrets signed it. */
export function signedValue(text: string, secrets: string[]) {
  const dot = text.lastIndexOf('.')
  const value = text.slice(0, dot)
  const sentSignature = Buffer.from(text.slice(dot + 1))
  const isAuthentic = secrets.some((secret) => isEqual(sentSignature, Buffer.from(signature(value, secret))))
  return dot > 0 && isAuthentic ? value : undefined
}

const isEqual = (sentSignature: Buffer, expected: Buffer) =>
  sentSignature.length === expected.length && timingSafeEqual(sentSignature, expected)

export function resign(text: string | undefined, { secret, secrets }: Config) {
  const value = text && signedValue(text, secrets)
  return value && signValue(value, secret)
}

export const signValue = (value: string, secret: string) => `${value}.${signature(value, secret)}`

const signature = (value: string, secret: string) => createHmac('sha256', secret).update(value).digest('base64')

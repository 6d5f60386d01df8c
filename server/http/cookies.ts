import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseCookie, parseSetCookie, stringifyCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'

export const isSecure = ({ publicUrl }: Config) => publicUrl.startsWith('https:')

/** On https a browser keeps a `__Host-` cookie from every other host and path. */
export const cookiePrefix = (config: Config) => `${isSecure(config) ? '__Host-' : ''}foldout`

const nameOf = (config: Config, name: string) => `${cookiePrefix(config)}.${name}`

/** A cookie of ours that came with a request; of several by one name it is the first. */
export const readCookie = ({ headers }: FastifyRequest, config: Config, name: string) =>
  parseCookie(separated(headers.cookie ?? ''))[nameOf(config, name)]

/** Browsers put a space behind the semicolon. One without is part of a value, and not where another cookie begins. */
const separated = (header: string) => header.replace(/;(?! )/g, '%3B')

/** A cookie that is about to be set with a reply; of several by one name it is the last, as browsers do it. */
export function readSetCookie(reply: FastifyReply, config: Config, name: string) {
  const lines = [reply.getHeader('set-cookie') ?? []].flat().map(String)
  const set = lines.map((line) => parseSetCookie(line))
  return set.findLast((cookie) => cookie.name === nameOf(config, name))?.value
}

/** The `Set-Cookie` header of a cookie of ours. It lives for `maxAge` seconds; with none it is gone. */
export const setCookieHeader = (
  config: Config,
  name: string,
  { value, maxAge }: { value: string; maxAge: number },
) =>
  stringifySetCookie(
    {
      name: nameOf(config, name),
      value,
      maxAge,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure(config),
    },
    { encode: encodeURIComponent },
  )

/** The `Cookie` header of our cookies, for a request of our own making; empty ones are left out. */
export function cookieHeader(config: Config, cookies: Record<string, string | undefined>) {
  const given = Object.entries(cookies).filter(([, value]) => value)
  const named = given.map(([name, value]) => [nameOf(config, name), value])
  return stringifyCookie(Object.fromEntries(named), { encode: encodeURIComponent })
}

/** What a cookie of Better Auth's carries, `value.base64(HMAC-SHA256)`, if it is signed by us, with this secret or one before it. */
export function signedValue(text: string, secrets: string[]) {
  const dot = text.lastIndexOf('.')
  const value = text.slice(0, dot)
  const given = Buffer.from(text.slice(dot + 1))
  const isOurs = secrets.some((secret) => isSame(given, Buffer.from(signature(value, secret))))
  return dot > 0 && isOurs ? value : undefined
}

const isSame = (given: Buffer, right: Buffer) =>
  given.length === right.length && timingSafeEqual(given, right)

export function signedAnew(text: string | undefined, { secret, secrets }: Config) {
  const value = text && signedValue(text, secrets)
  return value && signValue(value, secret)
}

export const signValue = (value: string, secret: string) => `${value}.${signature(value, secret)}`

const signature = (value: string, secret: string) =>
  createHmac('sha256', secret).update(value).digest('base64')

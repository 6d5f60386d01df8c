import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { cookieHeader, readCookie, readSetCookie, setCookieHeader, signedValue, signValue } from './cookies.ts'

const config = readConfig({})
const read = (cookie?: string) => readCookie({ headers: { cookie } } as FastifyRequest, config, 'device')

test.each([
  ['a=1; foldout.device=own; b=2', 'own'],
  ['foldout.device=first; foldout.device=second', 'first'],
  ['a=1;foldout.device=other; foldout.device=own', 'own'],
  ['a=1;foldout.device=other', undefined],
  ['not.foldout.device=other', undefined],
  ['foldout.device=a%2Fb%3D', 'a/b='],
  ['foldout.device=%zz', '%zz'],
  ['foldout.device=', ''],
  ['foldout.device', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s is read as %s', (header, value) => {
  expect(read(header)).toBe(value)
})

test('a cookie with any value is read back unchanged', () => {
  const value = signValue('token; of=signs, and "more"', config.secret)
  const line = setCookieHeader(config, 'device', { value, maxAge: 60 })
  expect(line).toMatch(/^foldout\.device=[^;," ]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(read(line.split(';', 1)[0])).toBe(value)
  const reply = { getHeader: () => ['foldout.state=x; Path=/', line] } as unknown as FastifyReply
  expect(readSetCookie(reply, config, 'device')).toBe(value)
  expect(signedValue(value, config.secrets)).toBe('token; of=signs, and "more"')
})

test('a header of our own has the cookies that are something', () => {
  expect(cookieHeader(config, { device: 'a/b', state: '', two_factor: undefined })).toBe('foldout.device=a%2Fb')
})

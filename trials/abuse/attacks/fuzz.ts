import { between, pick, type Random, randomFrom } from '#trials/bench/seed/random.ts'
import type { Member } from '#trials/site/member.ts'
import type { Site } from '#trials/site/site.ts'
import { type Attack, attackerAddress, times } from '../attack.ts'
import { openRaw } from '../raw.ts'

const requests = 20_000
const atOnce = 8

/** Addresses, methods and headers that nobody in their right mind would send; none may be answered with 5xx. */
export const fuzz: Attack = {
  name: 'fuzz',
  sentence: `${requests.toLocaleString('en')} odd addresses, methods and headers`,
  async run(site, { seed }) {
    const member = await site.signUp(attackerAddress(0))
    const random = randomFrom(seed)
    const failed: string[] = []
    let left = requests
    const sender = async (own: number) => {
      while (left > 0) {
        left -= 1
        const sent = left < known.length ? (known[left] ?? '') : oddRequest(random, member)
        const answer = await answerTo(site, attackerAddress(own), sent)
        if (/^HTTP\/1\.1 5/.test(answer))
          failed.push(`${answer.slice(9, 12)} to ${JSON.stringify(sent.slice(0, 80))}`)
      }
    }
    await Promise.all(times(atOnce, (own) => sender(own + 1)))
    return async () =>
      failed.length ? [`${failed.length} requests got 5xx, such as ${failed.slice(0, 3).join('; ')}`] : []
  },
}

/** Those that once failed. */
const known = [
  'GET // HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /api/zines HTTP/1.1\r\nhost: x\r\ncontent-encoding: nonsense\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: x\r\ncontent-encoding: gzip\r\n\r\n',
  'POST /api/auth/sign-in/email HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-encoding: GZip\r\ncontent-length: 2\r\n\r\n{}',
]

const methods = [
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'get',
  'M-SEARCH',
]
const stems = [
  '/',
  '/api/zines',
  '/api/search/zines',
  '/api/search/users',
  '/api/users/',
  '/api/projects',
  '/media/',
  '/zine/',
  '/profile/',
  '/api/uploads/',
  '/feeds/',
  '/opds/',
  '/assets/',
  '/api/auth/',
  '/sitemap',
  '/oembed',
  '/public-profile/',
  '/api/focus-sessions/',
  '/api/favorites/zines',
]
const pieces = [
  '%',
  '%00',
  '%ff',
  '%2e%2e',
  '..',
  '//',
  '\\',
  '?',
  '&',
  '=',
  '#',
  ';',
  '[',
  ']',
  '{',
  '^',
  '|',
  '"',
  "'",
  '<',
  'é',
  '\u00ff',
  '-1',
  '0',
  '99999999999999999999',
  'null',
  'true',
  'search=',
  'cursor=',
  'limit=',
  'filter=popular',
  '__proto__',
  'constructor',
  '01890000-0000-7000-8000-000000000000',
  'a'.repeat(300),
  '%F0%9F%98%80',
  '%ED%A0%80',
  ' ',
  '+',
  '@',
  '*',
]
const headers = [
  'accept-encoding: gzip;q=x, br;q=-1',
  'accept-encoding: *',
  'content-encoding: br',
  'content-encoding: GZip',
  'content-encoding: ,',
  'content-type: application/json',
  'content-type: text/plain; charset=x',
  'content-type: multipart/form-data',
  'content-type: ;',
  'range: bytes=9-1',
  'range: bytes=-0',
  'range: x',
  'if-none-match: *',
  'if-none-match: W/"',
  'if-modified-since: x',
  'authorization: Bearer x',
  'authorization: Basic',
  'cookie: foldout.session_token=x.y',
  'cookie: =;=;',
  'origin: null',
  'x-forwarded-for: ,',
  'x-request-id: ../../x',
  'tus-resumable: 9',
  'upload-length: -1',
  'upload-metadata: filetype !',
  'transfer-encoding: chunked',
  'expect: 100-continue',
  'upgrade: websocket',
  'accept: */*;q=x',
  'accept-language: \u00ff',
  'x-http-method-override: DELETE',
  'forwarded: for="',
]
const bodies = [
  '',
  '{}',
  '[]',
  'null',
  '{"a":',
  '"',
  '{"__proto__":{}}',
  '0',
  '\u0000',
  '5\r\nhello\r\n0\r\n\r\n',
  '{"username":null}',
  '{"search":{"$gt":""}}',
]

function oddRequest(random: Random, { client }: Member) {
  const path = pick(random, stems) + times(between(random, 0, 4), () => pick(random, pieces)).join('')
  const odd = times(between(random, 0, 3), () => pick(random, headers))
  const own = random() < 0.3 ? [`cookie: ${client.cookie()}`] : []
  const body = pick(random, bodies)
  const length = body ? [`content-length: ${Buffer.byteLength(body)}`] : []
  const lines = [
    `${pick(random, methods)} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'connection: close',
    ...odd,
    ...own,
    ...length,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

const patienceMs = 2_000

/** What comes back before the connection ends, or for as long as one cares to wait for the rest of such a request. */
async function answerTo(site: Site, from: string, sent: string) {
  const raw = openRaw(site.port, from)
  const impatience = setTimeout(raw.end, patienceMs)
  await raw.send(Buffer.from(sent, 'latin1'))
  await raw.answering
  clearTimeout(impatience)
  raw.end()
  return raw.state.received
}

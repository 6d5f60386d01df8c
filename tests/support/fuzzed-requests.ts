import fc from 'fast-check'

/**
 * A raw request, valid or not. `{me}` and `{zine}` stand for ids of the member and of a zine. `isMember` says whether the
 * cookie is a member's.
 */
export type FuzzedRequest = {
  method: string
  address: string
  headers: [name: string, value: string][]
  body: string | undefined
  isMember: boolean
}

const oneOf = (...values: string[]) => fc.constantFrom(...values)
const weighted = <Value>(...options: [weight: number, arbitrary: fc.Arbitrary<Value>][]) =>
  fc.oneof(...options.map(([weight, arbitrary]) => ({ weight, arbitrary })))
const wordsOf = (text: string) => oneOf(...text.trim().split(/\s+/))
const randomText = fc.string({ unit: 'grapheme', maxLength: 12 }).map(encodeURIComponent)
const anyBytes = fc.uint8Array({ maxLength: 12 }).map((bytes) => String.fromCharCode(...bytes).replace(/[\r\n ]/g, '%'))
const junk = fc.oneof(
  { weight: 4, arbitrary: randomText },
  anyBytes,
  fc.constant(''),
  wordsOf('. .. % %00 %ff %2e%2e %2F %5c.. * :id \\ ;x=1 [ { &#0; -1 0 1e999 NaN null __proto__ constructor 𝕏'),
  fc.constant('\ud800'.toWellFormed()),
  oneOf('a'.repeat(300), '%20'.repeat(400), '/'.repeat(60), '../'.repeat(40)),
)
const uuid = wordsOf('00000000-0000-0000-0000-000000000000 01a1fc0a-7117-7285-b635-c994aaf5edeb {me} {zine}')
const part = weighted([3, uuid], [2, junk])

const queryParameter = fc.tuple(wordsOf('limit cursor search filter state brief url timeZone tab zine nothing'), junk)
const query = weighted(
  [3, fc.constant('')],
  [2, fc.array(queryParameter, { maxLength: 3 }).map((pairs) => `?${pairs.map((pair) => pair.join('=')).join('&')}`)],
)

/** Addresses similar to those in `knownPaths`, whose parameters start with a colon, and some invalid ones. */
function addresses(knownPaths: string[]) {
  const threeParts = fc.array(part, { minLength: 3, maxLength: 3 })
  const similar = fc.tuple(oneOf(...knownPaths), threeParts, query).map(([path, parts, queryString]) => {
    const remaining = [...parts]
    return path.replace(/:\w+|\*/g, () => remaining.pop() ?? '') + queryString
  })
  const malformed = wordsOf(`// /// //evil.example //evil.example/x /\\evil /? /# ? * x //?// /./ /.. //[ //:80 //@
      http://evil.example/ http:// https:/ javascript:alert(1) /api//zines /api/zines/ /API/zines
      /media/../secret /assets/../../secret /.vite/manifest.json`)
  return weighted(
    [8, similar],
    [2, fc.array(junk, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`)],
    [1, malformed],
  )
}

const value = fc.oneof(
  junk,
  wordsOf('GZip gzip,br nonsense bytes=0- bytes=9-1 * W/"x" close chunked identity null http://localhost ::1 100'),
  oneOf('application/json; charset=nothing', 'text/plain', 'multipart/form-data', ';', '/'),
  oneOf('Bearer x', 'Bearer a.b.c', 'Basic Og==', '1.2.3.4, 5.6.7.8'),
  oneOf('foldout.session_token=', 'foldout.session_token=%', 'foldout.session_token=a.b; x', '=;=;', '%'),
)
const commonHeaders =
  wordsOf(`accept accept-encoding accept-language accept-version authorization content-encoding content-type cookie host
  if-modified-since if-none-match if-range origin range referer upgrade user-agent x-forwarded-for x-forwarded-host
  x-http-method-override x-request-id x-no-compression tus-resumable upload-length upload-offset upload-metadata`)
/** Most requests with these headers are invalid. */
const framingHeaders = oneOf('connection', 'expect', 'transfer-encoding', 'content-length', '', 'a b')
const headers = fc.array(
  fc.tuple(
    fc.oneof({ weight: 20, arbitrary: commonHeaders }, framingHeaders),
    value.map((text) => text.replace(/[\r\n]/g, '')),
  ),
  { maxLength: 3 },
)

const json = fc
  .dictionary(
    wordsOf(`title notes email password username userId zineId creatorId code token mediaFiles version provider id
      base64String currentPassword newPassword`),
    fc.oneof(junk, uuid, fc.double(), fc.constant(null), fc.boolean(), fc.array(junk, { maxLength: 3 })),
    { maxKeys: 5 },
  )
  .map((fields) => JSON.stringify(fields))
const body = weighted<string | undefined>(
  [4, fc.constant(undefined)],
  [4, json],
  [1, fc.oneof(junk, wordsOf('{} [] null 1 " {"__proto__":{"a":1}} {"a":"\\u0000\\ud800"}'), oneOf('['.repeat(9_000)))],
)

const methods = weighted(
  [12, wordsOf('GET GET GET HEAD POST POST PUT DELETE PATCH')],
  [1, oneOf('OPTIONS', 'TRACE', 'QUERY', 'CONNECT', 'PROPFIND', 'PURGE', 'get', 'NOTHING', '')],
)

export const fuzzedRequests = (knownPaths: string[]): fc.Arbitrary<FuzzedRequest> =>
  fc.record({ method: methods, address: addresses(knownPaths), headers, body, isMember: fc.boolean() })

/** The request as it is sent. Its own headers replace the usual ones. */
export function toBytes(
  { method, address, headers: headerLines, body: text, isMember }: FuzzedRequest,
  cookie: string,
) {
  const defaultHeaders: [string, string][] = [['host', 'localhost']]
  if (isMember) defaultHeaders.push(['cookie', cookie])
  if (text !== undefined) {
    defaultHeaders.push(['content-type', 'application/json'], ['content-length', String(Buffer.byteLength(text))])
  }
  const named = new Set(headerLines.map(([name]) => name))
  const lines = [...defaultHeaders.filter(([name]) => !named.has(name)), ...headerLines].map((header) =>
    header.join(': '),
  )
  const requestHead = Buffer.from(`${[`${method} ${address} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`, 'latin1')
  return Buffer.concat([requestHead, Buffer.from(text ?? '')])
}

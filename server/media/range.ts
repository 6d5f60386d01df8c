import type { IncomingHttpHeaders } from 'node:http'
import type { ByteRange } from './storage/storage.ts'

/**
 * The one range that is asked for, cut to the file; 'outside' when no byte of it exists. Several ranges, other
 * units, nonsense and an If-Range for other content mean the whole file (RFC 9110, 14.2).
 */
export function readRange(
  headers: IncomingHttpHeaders,
  { size, etag }: { size: number; etag: string },
): ByteRange | 'outside' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  const ifRange = headers['if-range']
  if (ifRange !== undefined && ifRange !== etag) return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < start) return undefined
  return start < size && start <= end ? { start, end } : 'outside'
}

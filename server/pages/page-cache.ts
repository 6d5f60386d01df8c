import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { entityTag } from '#server/http/revalidation.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
type Encoding = 'br' | 'gzip' | undefined

export const encodingFor = (accepted = ''): Encoding => {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

/** A drawn page with its compressed forms, each made when first asked for. */
export class StoredPage {
  readonly status: number
  readonly #html: Buffer
  readonly #drawnAt: number
  #tag: string | undefined
  readonly #forms = new Map<Encoding, Promise<Buffer>>()

  constructor(status: number, html: string, drawnAt = 0) {
    this.status = status
    this.#drawnAt = drawnAt
    this.#html = Buffer.from(html)
  }

  /** Two drawings of the same have the same, whenever they were drawn. */
  get tag() {
    this.#tag ??= entityTag(String(this.#html).replace(String(this.#drawnAt), ''))
    return this.#tag
  }

  get byteLength() {
    return this.#html.length
  }

  /** `forMany`: compressed with more care, for it is sent many times. */
  encoded(encoding: Encoding, { forMany = false } = {}): Promise<Buffer> | Buffer {
    if (!encoding) return this.#html
    const form = this.#forms.get(encoding) ?? compressed(this.#html, encoding, forMany)
    this.#forms.set(encoding, form)
    return form
  }
}

/** With more care a page is 7 % smaller, which often lets it come in one round trip less, and takes half as long again. */
const compressed = (html: Buffer, encoding: 'br' | 'gzip', forMany: boolean) =>
  encoding === 'br'
    ? brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: forMany ? 6 : 4 } })
    : gzipped(html, { level: 5 })

const lifetime = 5_000
const mostPages = 60
/** A page of a long zine has a megabyte and more when there are many words on its pages. */
const mostBytes = 24 * 1024 * 1024
const longestAddress = 300

/**
 * Pages as visitors without a session see them, for a few seconds. Whoever comes while one is being drawn
 * waits for it. A write that visitors can see empties it, in whatever process it was done, and what is being drawn
 * then is given to those who wait and not kept; where no process hears of the others it is behind by the lifetime at most.
 */
export class PageCache {
  /** Those that are being drawn have no bytes yet. */
  readonly #pages = new Map<string, { page: Promise<StoredPage>; until: number; bytes: number }>()

  /** A page that is kept or being drawn. */
  find(address: string): Promise<StoredPage> | undefined {
    const found = this.#pages.get(address)
    return found && found.until > Date.now() ? found.page : undefined
  }

  get(address: string, draw: () => Promise<StoredPage>): Promise<StoredPage> {
    const found = this.find(address)
    if (found) return found
    const page = draw()
    if (address.length <= longestAddress) this.#keep(address, page)
    return page
  }

  clear() {
    this.#pages.clear()
  }

  #keep(address: string, page: Promise<StoredPage>) {
    this.#pages.delete(address)
    this.#pages.set(address, { page, until: Date.now() + lifetime, bytes: 0 })
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > mostPages && oldest !== undefined) this.#pages.delete(oldest)
    const settle = (drawn?: StoredPage) => {
      const kept = this.#pages.get(address)
      if (kept?.page !== page) return
      if (!drawn || drawn.status >= 500) this.#pages.delete(address)
      else this.#makeRoom(kept, drawn.byteLength)
    }
    page.then(settle, () => settle())
  }

  /** The oldest go first. */
  #makeRoom(kept: { bytes: number }, bytes: number) {
    kept.bytes = bytes
    let sum = 0
    for (const page of this.#pages.values()) sum += page.bytes
    for (const [address, page] of this.#pages) {
      if (sum <= mostBytes) return
      if (page.bytes > 0) this.#pages.delete(address)
      sum -= page.bytes
    }
  }
}

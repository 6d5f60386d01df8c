import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
export type Encoding = 'br' | 'gzip' | undefined

export const encodingFor = (accepted = ''): Encoding => {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

/** A drawn page with its compressed forms, each made when first asked for. */
export class StoredPage {
  readonly status: number
  /** For the member it was drawn for; visitors' pages have none. */
  readonly cookies: string[]
  readonly #html: Buffer
  readonly #forms = new Map<Encoding, Promise<Buffer>>()

  constructor(status: number, html: string, cookies: string[] = []) {
    this.status = status
    this.cookies = cookies
    this.#html = Buffer.from(html)
  }

  encoded(encoding: Encoding): Promise<Buffer> | Buffer {
    if (!encoding) return this.#html
    const form = this.#forms.get(encoding) ?? compressed(this.#html, encoding)
    this.#forms.set(encoding, form)
    return form
  }
}

const compressed = (html: Buffer, encoding: 'br' | 'gzip') =>
  encoding === 'br'
    ? brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    : gzipped(html, { level: 5 })

const lifetime = 5_000
const mostPages = 60
const longestAddress = 300

/**
 * Pages as visitors without a session see them, for a few seconds. Whoever comes while one is being drawn
 * waits for it. A write in this process empties it; other processes are behind by the lifetime at most.
 */
export class PageCache {
  readonly #pages = new Map<string, { page: Promise<StoredPage>; until: number }>()

  get(address: string, draw: () => Promise<StoredPage>): Promise<StoredPage> {
    const found = this.#pages.get(address)
    if (found && found.until > Date.now()) return found.page
    const page = draw()
    if (address.length <= longestAddress) this.#keep(address, page)
    return page
  }

  clear() {
    this.#pages.clear()
  }

  #keep(address: string, page: Promise<StoredPage>) {
    this.#pages.delete(address)
    this.#pages.set(address, { page, until: Date.now() + lifetime })
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > mostPages && oldest !== undefined) this.#pages.delete(oldest)
    const drop = () => {
      if (this.#pages.get(address)?.page === page) this.#pages.delete(address)
    }
    page.then((drawn) => drawn.status >= 500 && drop(), drop)
  }
}

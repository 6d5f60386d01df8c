import type * as contract from '#contract/zines.ts'
import { call, isNotFoundStatus } from '#web/api/call.ts'
import { readPageData } from '#web/page-data/page-data.tsx'
import { offlineCopyMeta } from './cache-entries.ts'

const readZine = call<typeof contract.readZine>('GET', '/api/zines/:id')

export const zinePath = (id: string) => readZine.path({ params: { id } })

const timeoutMs = 30_000

export class DeletedError extends Error {}

export class UnreachableError extends Error {}

/** Fetches as a guest, so that only public content is saved. */
export async function fetchAsGuest(path: string) {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(path, { credentials: 'omit', cache: 'no-store', signal }).catch((cause) => {
    throw new UnreachableError(path, { cause })
  })
  if (isNotFoundStatus(response.status)) throw new DeletedError(path)
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
  return response
}

export async function fetchDocument(path: string) {
  const response = await fetchAsGuest(path)
  const html = (await response.text()).replace('</head>', `<meta name="${offlineCopyMeta}"></head>`)
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length', 'vary', 'etag']) headers.delete(name)
  return { path, document: readDocument(html), toResponse: () => new Response(html, { headers }) }
}

export type OfflineDocument = Awaited<ReturnType<typeof fetchDocument>>

export const readDocument = (html: string) => new DOMParser().parseFromString(html, 'text/html')

/** The site files that a page needs, including all its fonts, because other saved pages may use them. */
export function filesOf(document: Document) {
  const { script, styles, later } = readPageData(document).assets
  return [script, ...styles, ...later, ...fontsOf(document)]
}

const fontsOf = (document: Document) =>
  [...(document.querySelector('style')?.textContent ?? '').matchAll(/url\("?([^")]+\.woff2)/g)].flatMap(
    ([, path]) => path ?? [],
  )

export function zineResponseIn({ document }: OfflineDocument, id: string) {
  const { responses } = readPageData(document)
  const body = responses.find(({ path }) => path === zinePath(id))?.body as
    | { zine: contract.FullZine }
    | null
    | undefined
  if (!body) throw new DeletedError(id)
  return body
}

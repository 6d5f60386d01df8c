import type * as accounts from '#contract/accounts.ts'
import type * as contract from '#contract/zines.ts'
import { viewerPath } from '#web/accounts/viewer.ts'
import { isNotFoundStatus, type ResponseOf } from '#web/api/call.ts'
import { readZine } from '#web/details/zine-calls.ts'
import { readPageData } from '#web/page-data/page-data.tsx'
import { offlineCopyMeta } from './cache-entries.ts'

type ViewerResponse = ResponseOf<typeof accounts.readViewer>

export const zinePath = (id: string) => readZine.path({ params: { id } })

const timeoutMs = 30_000

export class DeletedError extends Error {}

export class UnreachableError extends Error {}

/** Fetches as a guest, so that only public content is saved. */
export const fetchAsGuest = (path: string) => fetchFresh(path, 'omit')

export async function fetchFresh(path: string, credentials: RequestCredentials) {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(path, { credentials, cache: 'no-store', signal }).catch((cause) => {
    throw new UnreachableError(path, { cause })
  })
  if (isNotFoundStatus(response.status)) throw new DeletedError(path)
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
  return response
}

export const fetchDocument = async (path: string) =>
  toDocument(path, await fetchAsGuest(inPageLanguage(path)), `<meta name="${offlineCopyMeta}">`)

/** Renders no content of the member, who is only named. Fails if another member has signed in. */
export async function fetchShell(path: string, userId: string) {
  const shell = await toDocument(path, await fetchFresh(inPageLanguage(path), 'same-origin'))
  const viewer = responseIn<ViewerResponse>(shell.document, viewerPath)?.user
  if (viewer?.id !== userId) throw new Error(`${path} is not of this member`)
  return shell
}

/** The language that this page is in. Without cookies, the site would not know what a member chose. */
export const pageLanguage = () => document.documentElement.lang
const inPageLanguage = (path: string) => `${path}?lang=${pageLanguage()}`

async function toDocument(path: string, response: Response, mark = '') {
  const html = (await response.text()).replace('</head>', `${mark}</head>`)
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length', 'vary', 'etag']) headers.delete(name)
  return { path, document: readDocument(html), toResponse: () => new Response(html, { headers }) }
}

export type OfflineDocument = Awaited<ReturnType<typeof toDocument>>

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
  const body = responseIn<{ zine: contract.FullZine }>(document, zinePath(id))
  if (!body) throw new DeletedError(id)
  return body
}

const responseIn = <Body>(document: Document, path: string) =>
  readPageData(document).responses.find((response) => response.path === path)?.body as Body | null | undefined

import type * as contract from '#contract/zines.ts'
import { call, leadsNowhere } from '#web/api/call.ts'
import { readPageData } from '#web/page/page-data.tsx'
import { keptMark } from './kept-as.ts'

const readZine = call<typeof contract.readZine>('GET', '/api/zines/:id')

export const zinePath = (id: string) => readZine.path({ params: { id } })

const patience = 30_000

export class Withdrawn extends Error {}

export class OutOfReach extends Error {}

/** Fetches as a guest, so that only public content is saved. */
export async function askSite(path: string) {
  const signal = AbortSignal.timeout(patience)
  const answer = await fetch(path, { credentials: 'omit', cache: 'no-store', signal }).catch((cause) => {
    throw new OutOfReach(path, { cause })
  })
  if (leadsNowhere(answer.status)) throw new Withdrawn(path)
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
  return answer
}

export async function fetchDocument(path: string) {
  const answer = await askSite(path)
  const html = (await answer.text()).replace('</head>', `<meta name="${keptMark}"></head>`)
  const headers = new Headers(answer.headers)
  for (const name of ['content-encoding', 'content-length', 'vary', 'etag']) headers.delete(name)
  return { path, document: readDocument(html), answer: () => new Response(html, { headers }) }
}

export type KeptDocument = Awaited<ReturnType<typeof fetchDocument>>

export const readDocument = (html: string) => new DOMParser().parseFromString(html, 'text/html')

/** The site files that a page needs, including all its fonts, because other saved pages may use them. */
export function filesOf(document: Document) {
  const { script, styles, later } = readPageData(document).assets
  return [script, ...styles, ...later, ...facesOf(document)]
}

const facesOf = (document: Document) =>
  [...(document.querySelector('style')?.textContent ?? '').matchAll(/url\("?([^")]+\.woff2)/g)].flatMap(
    ([, face]) => face ?? [],
  )

export function zineAnswer({ document }: KeptDocument, id: string) {
  const { answers } = readPageData(document)
  const body = answers.find(({ path }) => path === zinePath(id))?.body as
    | { zine: contract.OpenZine }
    | null
    | undefined
  if (!body) throw new Withdrawn(id)
  return body
}

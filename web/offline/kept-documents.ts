import type * as contract from '#contract/zines.ts'
import { call, leadsNowhere } from '#web/api/call.ts'
import { readPageData } from '#web/page/page-data.tsx'
import { keptMark } from './kept-as.ts'

const readZine = call<typeof contract.readZine>('GET', '/api/zines/:id')

export const zinePath = (id: string) => readZine.path({ params: { id } })

const patience = 30_000

export class Withdrawn extends Error {}

export class OutOfReach extends Error {}

/** Asks the site itself, as a guest: what is kept is what everybody may see. */
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
  // They are about the bytes that came.
  for (const name of ['content-encoding', 'content-length', 'vary', 'etag']) headers.delete(name)
  return { path, document: readDocument(html), answer: () => new Response(html, { headers }) }
}

export type KeptDocument = Awaited<ReturnType<typeof fetchDocument>>

export const readDocument = (html: string) => new DOMParser().parseFromString(html, 'text/html')

/**
 * Which files of the site a page needs to be drawn and to answer, and every face that its own styles name: an accent may stand
 * on another page that is kept with it.
 */
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

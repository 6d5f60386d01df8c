import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as contract from '#contract/zines.ts'
import type { OpenZine, Zine } from '#contract/zines.ts'
import { call } from '#web/api/call.ts'
import { findQuery } from '#web/api/find-query.ts'
import { type IsIt, isObject, thingWith } from '#web/api/queries.ts'
import css from './zine-detail.module.css'
import { pagesOf } from './zine-media.ts'
import { ZineSlip, type ZineSlipProps } from './zine-slip.tsx'
import { ZineViewer } from './zine-viewer.tsx'

type ZineDetailProps = { zine: Zine | OpenZine } & Pick<ZineSlipProps, 'titleAs' | 'onDeleted'>

/** A zine opened: its pages on the table, its slip beside them. The same in the popup and on its own page. */
export function ZineDetail({ zine, titleAs, onDeleted }: ZineDetailProps) {
  const [index, setIndex] = useState(0)
  const pages = pagesOf(zine)
  return (
    <div className={css.in}>
      <div className={css.tabletop}>
        <ZineViewer zine={zine} pages={pages} index={index} onTurn={setIndex} />
      </div>
      <ZineSlip
        zine={zine}
        page={{ number: index + 1, of: pages.length }}
        titleAs={titleAs}
        onDeleted={onDeleted}
      />
    </div>
  )
}

const readZine = call<typeof contract.readZine>('GET', '/api/zines/:id')

export const zineQuery = (id: string) => findQuery(readZine, { params: { id } })

/** A zine with its pages; until they are read, what a cached list knows of it. Null when there is none. */
export function useOpenZine(id: string) {
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery(zineQuery(id))
  const zine: contract.Zine | contract.OpenZine | null | undefined =
    data === undefined
      ? findCached(queries, thingWith<contract.Zine>(id, 'favoriteCount'))
      : (data?.zine ?? null)
  return { zine, isError, retry: () => void refetch() }
}

/** A thing as any answer in the cache knows it. */
const findCached = <Thing extends object>(queries: QueryClient, isIt: IsIt<Thing>) =>
  findIn(
    queries.getQueriesData({}).map(([, answer]) => answer),
    isIt,
  )

function findIn<Thing extends object>(value: unknown, isIt: IsIt<Thing>): Thing | undefined {
  if (!isObject(value)) return undefined
  if (isIt(value)) return value
  for (const part of Object.values(value)) {
    const found = findIn(part, isIt)
    if (found) return found
  }
}

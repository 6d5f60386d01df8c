import { useParams, useSearchParams } from 'react-router'
import { useViewer } from '#web/accounts/viewer.ts'
import { ApiError } from '#web/api/call.ts'
import { leadsNowhere } from '#web/api/leads-nowhere.ts'
import { useList } from '#web/api/queries.ts'
import { NotFound } from '#web/not-found/not-found.tsx'
import { readCursor } from '#web/page/list-rest.ts'
import type { PageHandle } from '#web/page/page-data.tsx'
import { SkeletonCards } from '#web/ui/states/skeleton.tsx'
import { TryAgain } from '#web/ui/states/try-again.tsx'
import { ShelfHead } from './shelf-head.tsx'
import { ShelfItems } from './shelf-items.tsx'
import css from './shelf-page.module.css'
import { shelfQuery } from './shelf-reads.ts'
import { ShelfTop } from './shelf-top.tsx'

export const handle: PageHandle = {
  inks: 'sun blue',
  reads: ({ params, search }) => [shelfQuery(params.id ?? '', readCursor(search))],
}

/** A shelf at its own address. */
export function Page() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const query = shelfQuery(id, readCursor(search))
  const list = useList(query)
  const viewer = useViewer()
  const shelf = list.data?.pages[0]?.shelf
  const isAbsent = list.data ? !shelf : isNowhere(list.error)
  if (isAbsent) return <NotFound />
  return (
    <main id="main" className={`wrap ${css.page}`}>
      {shelf ? (
        <>
          <ShelfHead shelf={shelf} items={list.data?.pages[0]?.items ?? []} />
          <ShelfTop shelf={shelf} isOwn={viewer?.id === shelf.ownerId} />
          <ShelfItems {...{ shelf, list, query }} isOwn={viewer?.id === shelf.ownerId} />
        </>
      ) : (
        <>
          <title>Shelf · Foldout</title>
          {list.isError ? (
            <TryAgain title="The shelf could not be reached" onRetry={() => void list.refetch()} />
          ) : (
            <SkeletonCards what="the shelf" />
          )}
        </>
      )}
    </main>
  )
}

const isNowhere = (error: unknown) => error instanceof ApiError && leadsNowhere(error.status)

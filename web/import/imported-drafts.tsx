import { useQueryClient } from '@tanstack/react-query'
import { useList } from '#web/api/queries.ts'
import { DraftTickets } from '#web/drafts/draft-rack.tsx'
import { counted } from '#web/ui/number.ts'
import { ListEnd } from '#web/ui/states/list-end.tsx'
import { importedDraftsQuery } from './import-calls.ts'
import css from './import-page.module.css'

/** The drafts that imports have made: they stand nowhere else until they are published. */
export function ImportedDrafts({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const query = importedDraftsQuery(userId)
  const list = useList(query)
  const drafts = list.data?.pages.flatMap((page) => page.drafts) ?? []
  if (drafts.length === 0) return null
  return (
    <section className={css.reports} aria-labelledby="imported-drafts">
      <h3 id="imported-drafts">Imported drafts</h3>
      <DraftTickets
        userId={userId}
        drafts={drafts}
        onGone={() => void queries.invalidateQueries({ queryKey: query.queryKey })}
      />
      <ListEnd list={list} soFar={`${counted(drafts.length, 'draft')} so far`} />
    </section>
  )
}

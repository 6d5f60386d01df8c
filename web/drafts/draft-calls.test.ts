import { expect, test } from 'vitest'
import { createQueries } from '#web/api/queries.ts'
import { refreshLists } from '#web/api/use-write.ts'
import { draftQuery, draftsQuery } from './draft-calls.ts'

test('a change that lists may show refreshes the list of drafts, and not the draft that is being edited', async () => {
  const queries = createQueries()
  const [list, draft] = [draftsQuery('a'), draftQuery('b')]
  await queries.prefetchQuery({ ...list, queryFn: () => ({ drafts: [] }) as never })
  await queries.prefetchQuery({ ...draft, queryFn: () => null })
  await refreshLists(queries)
  const isStale = ({ queryKey }: { queryKey: readonly unknown[] }) => queries.getQueryState(queryKey)?.isInvalidated
  expect([isStale(list), isStale(draft)]).toEqual([true, false])
})

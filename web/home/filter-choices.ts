import { useQuery } from '@tanstack/react-query'
import type * as contract from '#contract/search.ts'
import { call } from '#web/api/call.ts'
import { itemQuery } from '#web/api/queries.ts'

const listFilterChoices = call<typeof contract.listFilterChoices>('GET', '/api/search/filters')
const none: contract.FilterChoices = { kinds: [], languages: [], subjects: [] }

/** What zines say of themselves, for whoever looks; until that is known the common choices do. */
export const useFilterChoices = (isWanted: boolean) =>
  useQuery({ ...itemQuery(listFilterChoices), enabled: isWanted }).data ?? none

import { useQuery } from '@tanstack/react-query'
import type * as contract from '#contract/search.ts'
import { commonSubjects } from '#contract/subjects.ts'
import { call } from '#web/api/call.ts'
import { itemQuery } from '#web/api/queries.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'

const listSubjects = call<typeof contract.listSubjects>('GET', '/api/subjects')

/** Matching subjects in use, then `otherSubjects`, then common subjects, without duplicates. Debounced. */
export function useSubjects(input: string, otherSubjects: readonly string[] = []) {
  const beginning = useDebounced(input.trim(), debounceMs)
  const query = itemQuery(listSubjects, { query: { beginning } })
  const inUse = useQuery({ ...query, enabled: beginning.length > 1 }).data?.subjects ?? []
  const all = new Map<string, string>()
  for (const subject of [...inUse, ...otherSubjects, ...commonSubjects]) {
    const normalised = subject.toLowerCase()
    if (!all.has(normalised)) all.set(normalised, subject)
  }
  return [...all.values()]
}

const debounceMs = 250

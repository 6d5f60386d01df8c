import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type * as contract from '#contract/search.ts'
import { commonSubjects } from '#contract/subjects.ts'
import { call } from '#web/api/call.ts'
import { itemQuery } from '#web/api/queries.ts'

const listSubjects = call<typeof contract.listSubjects>('GET', '/api/subjects')

/** Matching subjects in use, then `others`, then common subjects, without duplicates. Debounced. */
export function useSubjects(typed: string, others: readonly string[] = []) {
  const beginning = useRested(typed.trim())
  const query = itemQuery(listSubjects, { query: { beginning } })
  const inUse = useQuery({ ...query, enabled: beginning.length > 1 }).data?.subjects ?? []
  const all = new Map<string, string>()
  for (const each of [...inUse, ...others, ...commonSubjects]) {
    const folded = each.toLowerCase()
    if (!all.has(folded)) all.set(folded, each)
  }
  return [...all.values()]
}

const restAfter = 250

function useRested(text: string) {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restAfter)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

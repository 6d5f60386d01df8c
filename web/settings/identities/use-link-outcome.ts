import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { identitiesQuery } from '../setting-calls.ts'

/** Says how connecting went, which the address tells on coming back from a provider, and clears the address. */
export function useLinkOutcome() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  useEffect(() => {
    const params = new URLSearchParams(search)
    const linked = params.get('linked')
    const error = params.get('error')
    if (linked === null && error === null) return
    if (error === null) void sayLinked(queries, linked)
    else sayNotLinked(error)
    void navigate(pathname, { replace: true, preventScrollReset: true })
  }, [pathname, search, navigate, queries])
}

async function sayLinked(queries: QueryClient, id: string | null) {
  const known = await queries.ensureQueryData(identitiesQuery).catch(() => null)
  const name = known?.providers.find((provider) => provider.id === id)?.name ?? 'The other account'
  showToast({ title: 'Connected', description: `${name} opens this account from now on.` })
}

const sayNotLinked = (code: string) =>
  showToast({
    title: 'Not connected',
    description: sentences[code] ?? 'The accounts could not be connected. Nothing was changed.',
    variant: 'destructive',
  })

const sentences: Record<string, string> = {
  access_denied: 'That was cancelled over there. Nothing was changed.',
  account_already_linked_to_different_user: 'That account already opens another account here.',
}

import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { identitiesQuery } from '../setting-calls.ts'

export function useLinkResultToast() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  useEffect(() => {
    const params = new URLSearchParams(search)
    const linked = params.get('linked')
    const error = params.get('error')
    if (linked === null && error === null) return
    if (error === null) void notifyLinked(queries, linked)
    else notifyNotLinked(error)
    void navigate(pathname, { replace: true, preventScrollReset: true })
  }, [pathname, search, navigate, queries])
}

async function notifyLinked(queries: QueryClient, id: string | null) {
  const loaded = await queries.ensureQueryData(identitiesQuery).catch(() => null)
  const name = loaded?.providers.find((provider) => provider.id === id)?.name ?? t`The other account`
  showToast({ title: t`Connected`, description: t`You can now sign in with ${name}.` })
}

const notifyNotLinked = (code: string) =>
  showToast({
    title: t`Not connected`,
    description: i18n._(linkErrorMessages[code] ?? msg`The accounts could not be connected. Nothing was changed.`),
    variant: 'destructive',
  })

const linkErrorMessages: Record<string, MessageDescriptor> = {
  access_denied: msg`You canceled the sign-in at the provider. Nothing was changed.`,
  account_already_linked_to_different_user: msg`That account is already connected to another Foldout account. Disconnect it there first.`,
}

import type { I18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import type * as contract from '#contract/follows.ts'
import { formatDate, formatWeekday, type Zone } from '#contract/format-date.ts'
import type { Zine, ZineList } from '#contract/zines.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { call } from '#web/api/call.ts'
import { useList } from '#web/api/queries.ts'
import { useFollowChanges } from '#web/follows/follow-calls.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import rack from '#web/ui/rack.module.css'
import { Empty } from '#web/ui/states/empty.tsx'
import { useMounted } from '#web/ui/use-mounted.ts'
import { useNow } from '#web/ui/use-now.ts'
import { ZineGrid } from '#web/zines/zine-card.tsx'
import { ZinesTab, type ZinesTabProps } from '#web/zines/zines-tab.tsx'

/** Zines by the creators that the viewer follows. Those published since the last visit are marked. */
export function FollowingTab({ query, emptyState, ...props }: ZinesTabProps) {
  const list = useList<ZineList & Partial<contract.FollowedZines>>(query)
  const first = list.data?.pages[0]
  useFollowChanges()
  useRefreshOnReturn(list)
  const isStart = !props.isContinuation && !props.onClear && !emptyState
  useMarkSeen(isStart ? first?.readAt : undefined)
  return (
    <ZinesTab
      {...props}
      query={query}
      emptyState={emptyState || (props.onClear ? undefined : <NoFollowedZines />)}
      grid={(zines) => <ZinesByAge zines={zines} newSince={first?.newSince ?? null} />}
    />
  )
}

/** In milliseconds. Lists are cached, but members return to this one to see what is new. */
const refreshAfter = 60_000

function useRefreshOnReturn({ dataUpdatedAt, refetch }: Pick<ReturnType<typeof useList>, 'dataUpdatedAt' | 'refetch'>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the tab is opened
  useEffect(() => {
    if (dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > refreshAfter) void refetch()
  }, [])
}

const markFollowedZinesSeen = call<typeof contract.markFollowedZinesSeen>('PUT', '/api/users/:id/followed-zines/seen')

/** The page keeps its marks. If this fails, the same zines are marked in the next visit too. */
function useMarkSeen(readAt: string | undefined) {
  const viewerId = useViewer()?.id
  useEffect(() => {
    if (!viewerId || !readAt) return
    markFollowedZinesSeen({ params: { id: viewerId }, body: { readAt } }).catch(() => undefined)
  }, [viewerId, readAt])
}

function ZinesByAge({ zines, newSince }: { zines: Zine[]; newSince: string | null }) {
  const { t, i18n } = useLingui()
  const now = useNow()
  const zone = useMounted() ? 'local' : 'UTC'
  const newCount = newSince === null ? 0 : zines.filter(({ createdAt }) => isAfter(createdAt, newSince)).length
  if (newSince === null || newCount === 0) return <ZineGrid zines={zines} />
  const earlier = zines.slice(newCount)
  return (
    <>
      <h2 className={rack.part}>{describeNewSince(i18n, newSince, now, zone)}</h2>
      <ZineGrid zines={zines.slice(0, newCount)} />
      {earlier.length > 0 && (
        <>
          <h2 className={rack.part}>{t`Earlier`}</h2>
          <ZineGrid zines={earlier} />
        </>
      )}
    </>
  )
}

const isAfter = (a: string, b: string) => new Date(a) > new Date(b)

const day = 24 * 60 * 60 * 1000

export function describeNewSince(i18n: I18n, newSince: string, now: number, zone: Zone) {
  const { locale } = i18n
  const date = formatDate(locale, newSince, zone)
  if (date === formatDate(locale, now, zone)) return t(i18n)`New today`
  if (date === formatDate(locale, now - day, zone)) return t(i18n)`New since yesterday`
  const since = now - Date.parse(newSince) < 6 * day ? formatWeekday(locale, newSince, zone) : date
  return t(i18n)`New since ${since}`
}

const NoFollowedZines = () => {
  const { t } = useLingui()
  return (
    <Empty
      spot="kettle"
      title={t`No followed zines yet`}
      hint={t`Follow creators on their profiles. Their zines appear here, newest first.`}
    >
      <Link className={buttonClass({})} to="/?tab=creators">{t`Find creators`}</Link>
    </Empty>
  )
}

import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef } from 'react'
import type { Creator } from '#contract/creators.ts'
import type { CreatorSearchResult } from '#contract/search.ts'
import { nameLanguageOf } from '#contract/text-language.ts'
import { type ListQuery, useList } from '#web/api/queries.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { Avatar } from '#web/ui/marks/avatar.tsx'
import { Empty } from '#web/ui/states/empty.tsx'
import { ListEnd, type ListEndProps, useFocusOnMore } from '#web/ui/states/list-end.tsx'
import { LoadFailure } from '#web/ui/states/load-failure.tsx'
import { SkeletonCards } from '#web/ui/states/skeleton.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import css from './creator-card.module.css'

type CreatorRackProps = {
  list: ListQuery<CreatorSearchResult> | undefined
  errorTitle: string
  emptyState: ReactNode
  endMessage: (count: number) => string
} & Pick<ListEndProps, 'restAt'>

export function CreatorRack({ list: query, errorTitle, emptyState, endMessage, restAt }: CreatorRackProps) {
  const { t } = useLingui()
  const container = useRef<HTMLDivElement>(null)
  const list = useList(query)
  const creators = list.data?.pages.flatMap((page) => page.creators)
  useFocusOnMore(container, creators?.length)

  if (!creators) {
    if (list.isError) return <LoadFailure title={errorTitle} error={list.error} onRetry={() => void list.refetch()} />
    return <SkeletonCards loadingText={t`Loading creators`} people />
  }
  if (creators.length === 0 && !list.hasNextPage) return emptyState
  return (
    <div ref={container}>
      <div className={css.people}>
        {creators.map((creator) => (
          <CreatorCard key={creator.id} creator={creator} />
        ))}
      </div>
      <ListEnd
        key={query?.queryKey[0]}
        list={list}
        restAt={restAt}
        soFar={t`${plural({ count: creators.length }, { one: '# creator so far', other: '# creators so far' })}`}
      >
        {endMessage(creators.length)}
      </ListEnd>
    </div>
  )
}

function CreatorCard({ creator }: { creator: Creator }) {
  const { id, username, bio, profileImageUrl, zine_count, follower_count } = creator
  const language = useTextLanguage(bio ?? '')
  return (
    <article className={css.card}>
      <Avatar username={username} imageUrl={profileImageUrl} />
      <div className={css.head}>
        <h3 {...nameLanguageOf(username)} data-searched>
          {username}
        </h3>
        <p className="meta">
          <span>
            <Plural value={zine_count} one="# zine" other="# zines" />
          </span>
          <span>
            <Plural value={follower_count} one="# follower" other="# followers" />
          </span>
        </p>
      </div>
      <p className={css.bio} {...language} data-searched>
        {bio}
      </p>
      <Link className={buttonClass({ look: 'second', size: 'small' })} to={`/profile/${id}`}>
        <Trans>
          View Profile
          <span className="sr">
            {' '}
            of <bdi {...nameLanguageOf(username)}>{username}</bdi>
          </span>
        </Trans>
      </Link>
    </article>
  )
}

type CreatorsTabProps = Pick<CreatorRackProps, 'list' | 'restAt'> & { onClear?: () => void }

export const CreatorsTab = ({ onClear, ...rack }: CreatorsTabProps) => {
  const { t } = useLingui()
  return (
    <CreatorRack
      {...rack}
      errorTitle={t`Creators could not be loaded`}
      endMessage={(count) =>
        t`${plural(count, { 1: 'One creator, wide awake', other: '# creators, all of them awake' })}`
      }
      emptyState={
        <Empty spot="empty" title={t`No creators found`} hint={t`Try adjusting your search terms.`}>
          {onClear && <Button look="second" onClick={onClear}>{t`Clear search`}</Button>}
        </Empty>
      }
    />
  )
}

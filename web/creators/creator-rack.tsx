import { type ReactNode, useRef } from 'react'
import type { Creator } from '#contract/creators.ts'
import type { FoundCreators } from '#contract/search.ts'
import { type ListQuery, useList } from '#web/api/queries.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { Avatar } from '#web/ui/marks/avatar.tsx'
import { counted, grouped } from '#web/ui/number.ts'
import { Empty } from '#web/ui/states/empty.tsx'
import { ListEnd, type ListEndProps, useFocusOnMore } from '#web/ui/states/list-end.tsx'
import { SkeletonCards } from '#web/ui/states/skeleton.tsx'
import { TryAgain } from '#web/ui/states/try-again.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import css from './creator-card.module.css'

type CreatorRackProps = {
  list: ListQuery<FoundCreators> | undefined
  unreached: string
  nobody: ReactNode
  end: (count: number) => string
} & Pick<ListEndProps, 'restAt'>

export function CreatorRack({ list: query, unreached, nobody, end, restAt }: CreatorRackProps) {
  const people = useRef<HTMLDivElement>(null)
  const list = useList(query)
  const creators = list.data?.pages.flatMap((page) => page.creators)
  useFocusOnMore(people, creators?.length)

  if (!creators) {
    if (list.isError)
      return <TryAgain title={unreached} error={list.error} onRetry={() => void list.refetch()} />
    return <SkeletonCards what="creators" people />
  }
  if (creators.length === 0 && !list.hasNextPage) return nobody
  return (
    <div ref={people}>
      <div className={css.people}>
        {creators.map((creator) => (
          <CreatorCard key={creator.id} creator={creator} />
        ))}
      </div>
      <ListEnd
        key={query?.queryKey[0]}
        {...{ list, restAt }}
        soFar={`${counted(creators.length, 'creator')} so far`}
      >
        {end(creators.length)}
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
        <h3 data-searched>{username}</h3>
        <p className="meta">
          <span>{counted(zine_count, 'zine')}</span>
          <span>{counted(follower_count, 'follower')}</span>
        </p>
      </div>
      <p className={css.bio} {...language} data-searched>
        {bio}
      </p>
      <Link className={buttonClass({ look: 'second', size: 'small' })} to={`/profile/${id}`}>
        View Profile<span className="sr"> of {username}</span>
      </Link>
    </article>
  )
}

type CreatorsTabProps = Pick<CreatorRackProps, 'list' | 'restAt'> & { onClear?: () => void }

export const CreatorsTab = ({ onClear, ...rack }: CreatorsTabProps) => (
  <CreatorRack
    {...rack}
    unreached="Creators could not be loaded"
    end={(count) =>
      count === 1 ? 'One creator, wide awake' : `${grouped(count)} creators, all of them awake`
    }
    nobody={
      <Empty spot="empty" title="No creators found" hint="Try adjusting your search terms.">
        {onClear && (
          <Button look="second" onClick={onClear}>
            Clear search
          </Button>
        )}
      </Empty>
    }
  />
)

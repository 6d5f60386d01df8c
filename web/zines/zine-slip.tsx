import { Share } from 'lucide-react'
import { lazy, type MouseEvent, Suspense } from 'react'
import { Link } from 'react-router'
import type { Zine } from '#contract/zines.ts'
import { usePageData } from '#web/page-data.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, RatioBadge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { HeartIcon } from '#web/ui/icons.tsx'
import { grouped } from '#web/ui/number.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { useMounted } from '#web/ui/use-mounted.ts'
import { useWriting } from '#web/ui/use-writing.ts'
import { useViewer } from '#web/viewer.ts'
import { Posted } from './posted.tsx'
import { useToggleFavorite } from './use-toggle-favorite.ts'

const ZineMenu = lazy(async () => ({ default: (await import('./zine-menu.tsx')).ZineMenu }))

export type ZineSlipProps = {
  zine: Zine
  page: { number: number; of: number }
  /** The popup's title is the dialog's; on a page of its own it is the first heading. */
  titleAs: 'h1' | 'p'
  onDeleted: () => void
}

/** Everything said about a zine, beside its pages. */
export function ZineSlip({ zine, page, titleAs: Title, onDeleted }: ZineSlipProps) {
  const viewer = useViewer()
  const mounted = useMounted()
  const title = useWriting(zine.title)
  const description = useWriting(zine.description ?? '')
  return (
    <div className="slip">
      <div className="who2">
        <Avatar username={zine.creator.username} imageUrl={zine.creator.profileImageUrl} />
        <div>
          <Link to={`/profile/${zine.creator.id}`} data-searched>
            {zine.creator.username}
          </Link>
          <Posted at={zine.createdAt} />
        </div>
        {viewer?.id === zine.creatorId && (
          <div className="owner">
            <Suspense>{mounted && <ZineMenu zine={zine} onDeleted={onDeleted} />}</Suspense>
          </div>
        )}
      </div>
      <Title className="title" {...title} data-searched>
        {zine.title}
      </Title>
      {zine.description && (
        <p className="desc" {...description} data-searched>
          {zine.description}
        </p>
      )}
      <p className="facts">
        <RatioBadge ratio={zine.aspectRatio} />
        {page.of > 1 && (
          <Badge>
            page {page.number} of {page.of}
          </Badge>
        )}
      </p>
      <div className="acts">
        <PressedFavorite zine={zine} />
        <LinkToZine id={zine.id} />
      </div>
    </div>
  )
}

function PressedFavorite({ zine }: { zine: Zine }) {
  const toggle = useToggleFavorite(zine)
  return (
    <button
      type="button"
      className={buttonClass({ look: 'second' }, 'pressed')}
      aria-pressed={zine.isFavorited}
      onClick={toggle}
    >
      <HeartIcon />
      Favorite
      {zine.favoriteCount > 0 && <span className="count">{grouped(zine.favoriteCount)}</span>}
    </button>
  )
}

function LinkToZine({ id }: { id: string }) {
  const { publicUrl } = usePageData().site
  const copy = (event: MouseEvent) => {
    if (!navigator.clipboard) return
    event.preventDefault()
    void navigator.clipboard.writeText(`${publicUrl}/zine/${id}`).then(
      () => showToast({ title: 'Link copied' }),
      () =>
        showToast({ title: 'Error', description: 'The link could not be copied.', variant: 'destructive' }),
    )
  }
  return (
    <a className={buttonClass({ look: 'quiet' })} href={`/zine/${id}`} onClick={copy}>
      <Share className="ico" aria-hidden="true" />
      Link to this zine
    </a>
  )
}

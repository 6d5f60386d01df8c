import { isCovered } from '#contract/covering.ts'
import type { Shelf, ShelfItem } from '#contract/shelves.ts'
import { usePageData } from '#web/page/page-data.tsx'
import { PageHead } from '#web/page/page-head.tsx'
import { shelfAddress, shelfFeedAddress } from '#web/shelves/shelf-calls.ts'
import { coverOf } from '#web/zines/zine-media.ts'

type ShelfHeadProps = { shelf: Shelf; items: ShelfItem[] }

/** Search engines are told of public shelves alone; a link to one that is passed on has a preview too. */
export function ShelfHead({ shelf, items }: ShelfHeadProps) {
  const { title, about, visibility, owner } = shelf
  const path = shelfAddress(shelf.id)
  const pageTitle = `${title} by ${owner.username} · Foldout`
  if (visibility === 'private') {
    return (
      <>
        <title>{pageTitle}</title>
        <meta name="robots" content="noindex" />
      </>
    )
  }
  return (
    <>
      <PageHead
        title={pageTitle}
        description={
          about.replace(/\s+/g, ' ').slice(0, 200) || `Zines that ${owner.username} put side by side.`
        }
        path={path}
        hidden={visibility !== 'public'}
        image={previewOf(items)}
      />
      {visibility === 'public' && <FeedInHead id={shelf.id} title={title} />}
    </>
  )
}

function FeedInHead({ id, title }: { id: string; title: string }) {
  const { publicUrl } = usePageData().site
  return (
    <link rel="alternate" type="application/atom+xml" title={title} href={publicUrl + shelfFeedAddress(id)} />
  )
}

/** The first picture that no content note covers. */
function previewOf(items: ShelfItem[]) {
  for (const { zine } of items) {
    const cover = zine && coverOf(zine)
    if (!cover || isCovered(zine)) continue
    const still = cover.kind === 'video' ? cover.posterUrl : cover.url
    if (!still) continue
    return {
      path: still,
      ...(cover.kind === 'image' && { width: cover.width ?? undefined, height: cover.height ?? undefined }),
      alt: cover.altText || `Cover of ${zine.title}`,
    }
  }
}

import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { imageSourceSet } from '#contract/media-address.ts'
import { altLanguageOf } from '#contract/text-language.ts'
import type { FullZine, FullZinePage } from '#contract/zines.ts'
import { Link } from '#web/ui/controls/link.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { usePendingNotes } from '#web/zines/content-warning-prompt.tsx'
import css from './plain-pages.module.css'
import { pageName } from './reader-address.ts'

/** All pages for browsers without scripts. Other browsers do not load this code. */
export const PlainPages = ({ zine }: { zine: FullZine }) => {
  const { t } = useLingui()
  return (
    <noscript>
      {import.meta.env.SSR && (
        <div className={css.pages} style={{ direction: zine.readingDirection }}>
          <p>
            <Link to={`/zine/${zine.id}/text`}>{t`The whole zine as text`}</Link>
          </p>
          {zine.pages.map((page, at) => (
            <figure key={page.url} aria-label={t(pageName(at, zine.pages.length))}>
              <PlainPage zine={zine} page={page} at={at} />
            </figure>
          ))}
        </div>
      )}
    </noscript>
  )
}

function PlainPage({ zine, page, at }: { zine: FullZine; page: FullZinePage; at: number }) {
  const { t } = useLingui()
  const { url, width, height, altText } = page
  const { notes } = usePendingNotes(zine, [page])
  if (notes.length > 0)
    return (
      <p>
        <Trans>
          Content note: <MemberText text={notes.join(' · ')} language={zine.language} /> <a href={url}>Show it</a>
        </Trans>
      </p>
    )
  return (
    <img
      src={url}
      srcSet={imageSourceSet(url, width)}
      sizes="(min-width: 60rem) 56rem, 100vw"
      alt={altText || t`Page ${ph({ number: at + 1 })} of ${ph({ title: zine.title })}`}
      {...altLanguageOf(altText, zine.language)}
      width={width ?? undefined}
      height={height ?? undefined}
      loading={at === 0 ? 'eager' : 'lazy'}
    />
  )
}

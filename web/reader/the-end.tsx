import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { nameLanguageOf } from '#contract/text-language.ts'
import type { FullZine } from '#contract/zines.ts'
import { openSignIn, useViewer } from '#web/accounts/viewer.ts'
import { FavoriteToggle } from '#web/favorites/favorite-toggle.tsx'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import css from './the-end.module.css'

type TheEndProps = { zine: FullZine; onRestart: () => void; onChooseShelf: () => void }

export function TheEnd({ zine, onRestart, onChooseShelf }: TheEndProps) {
  const { t } = useLingui()
  const { id, title, creator, pages, series, hidden } = zine
  const mayPrint = pages.some(({ printWidth }) => printWidth !== null)
  const next = series?.next
  return (
    <section className={css.end} aria-label={t`The end`}>
      <h2>{t`The end`}</h2>
      <p>
        <Trans>
          <MemberText text={title} language={zine.language} />
          <br />
          by <bdi {...nameLanguageOf(creator.username)}>{ph({ username: creator.username })}</bdi>
        </Trans>
      </p>
      <div>
        {next && <NextIssue {...next} />}
        {!hidden && (
          <span className={css.pair}>
            <FavoriteToggle zine={zine} />
            <AddToShelf onChooseShelf={onChooseShelf} />
          </span>
        )}
        <Button look={next ? 'second' : 'first'} onClick={onRestart}>{t`Read again`}</Button>
        {mayPrint && (
          <Link className={buttonClass({ look: 'second' })} to={`/zine/${id}/print`}>{t`Print and fold`}</Link>
        )}
        <Link className={buttonClass({ look: 'second' })} to={`/profile/${creator.id}`}>
          <Trans>
            More by <bdi {...nameLanguageOf(creator.username)}>{ph({ username: creator.username })}</bdi>
          </Trans>
        </Link>
      </div>
    </section>
  )
}

const NextIssue = ({ id, title, language }: { id: string; title: string; language: string | null }) => (
  <Link className={buttonClass({})} to={`/zine/${id}/read`} rel="next">
    <span>
      <Trans>
        Next issue: <MemberText text={title} language={language} />
      </Trans>
    </span>
  </Link>
)

function AddToShelf({ onChooseShelf }: Pick<TheEndProps, 'onChooseShelf'>) {
  const { t } = useLingui()
  const viewer = useViewer()
  const requireSignIn = () => openSignIn({ reason: 'shelf', onSignedIn: onChooseShelf })
  return <Button look="second" onClick={viewer ? onChooseShelf : requireSignIn}>{t`Put on a shelf`}</Button>
}

import { useLingui } from '@lingui/react/macro'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { contentWarningsFor } from '#contract/content-warning.ts'
import type { ZinePage } from '#contract/media.ts'
import { textLanguageOf } from '#contract/text-language.ts'
import type { Zine } from '#contract/zines.ts'
import { agreeToNotes, noteKey, useAgreedNotes } from '#web/accounts/content-note-consent.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import css from './content-warning.module.css'

/** Content notes that the reader has not agreed to yet. None for the creator or for members who always agree. */
export function usePendingNotes(zine: Zine, pages: Pick<ZinePage, 'contentNote'>[]) {
  const viewer = useViewer()
  const agreedNotes = useAgreedNotes()
  const allNotes = [...new Set(pages.flatMap((page) => contentWarningsFor(zine, page)))]
  const needsConsent = viewer?.id !== zine.creatorId && viewer?.contentNotes !== 'always'
  const notes = needsConsent ? allNotes.filter((note) => !agreedNotes.includes(noteKey(zine.id, note))) : []
  return { notes, agree: () => agreeToNotes(notes.map((note) => noteKey(zine.id, note))) }
}

export type ContentWarningProps = {
  zine: Zine
  page: ZinePage
  /** Leaves the page. Without this, the question disappears and the page stays covered. */
  onNotNow?: ((note: string) => void) | undefined
  /** Not rendered before the reader agrees, so that nothing is loaded. */
  children: ReactNode
}

export function ContentWarningGate({ zine, page, onNotNow, children }: ContentWarningProps) {
  const { notes, agree } = usePendingNotes(zine, [page])
  const [note] = notes
  if (note === undefined) return children
  return (
    <span className={css.hidden}>
      <ContentWarningPrompt
        notes={notes}
        language={zine.language}
        onShow={agree}
        onNotNow={onNotNow && (() => onNotNow(note))}
        address={(page.kind === 'image' ? page.url : page.posterUrl) ?? page.url}
      />
    </span>
  )
}

type ContentWarningPromptProps = {
  notes: string[]
  language: string | null
  onShow: () => void
  onNotNow?: (() => void) | undefined
  /** The covered content's address, for browsers without scripts. */
  address?: string
}

/** The content note with its buttons. Agreeing moves focus to the revealed content. */
export function ContentWarningPrompt({ notes, language, onShow, onNotNow, address }: ContentWarningPromptProps) {
  const { t } = useLingui()
  const [isDismissed, setDismissed] = useState(false)
  const reveal = ({ currentTarget }: MouseEvent) => {
    const target = currentTarget.closest<HTMLElement>('[data-shows]')
    onShow()
    target?.setAttribute('tabindex', '-1')
    target?.focus()
  }
  return (
    <span className={css.note} role="note" aria-label={t`Content note`}>
      <span className="meta">{t`Content note`}</span>
      {notes.map((note) => (
        <span key={note} className={css.text} {...textLanguageOf(note, language)}>
          {note}
        </span>
      ))}
      {!isDismissed && (
        <span className={css.actions}>
          <Button size="small" onClick={reveal}>{t`Show it`}</Button>
          <Button size="small" look="second" onClick={onNotNow ?? (() => setDismissed(true))}>{t`Not now`}</Button>
        </span>
      )}
      {address && (
        <noscript>
          {import.meta.env.SSR && <a className={buttonClass({ size: 'small' })} href={address}>{t`Show it`}</a>}
        </noscript>
      )}
    </span>
  )
}

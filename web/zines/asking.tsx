import { type MouseEvent, type ReactNode, useState } from 'react'
import { notesOver } from '#contract/covering.ts'
import type { ZinePage } from '#contract/media.ts'
import type { Zine } from '#contract/zines.ts'
import { agreeToNotes, nameOfNote, useAgreedNotes } from '#web/accounts/agreed-notes.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import css from './covering.module.css'

/** Content notes that the reader has not agreed to yet. None for the creator or for members who always agree. */
export function useNotes(zine: Zine, pages: Pick<ZinePage, 'contentNote'>[]) {
  const viewer = useViewer()
  const agreed = useAgreedNotes()
  const said = [...new Set(pages.flatMap((page) => notesOver(zine, page)))]
  const isAsked = viewer?.id !== zine.creatorId && viewer?.contentNotes !== 'always'
  const notes = isAsked ? said.filter((note) => !agreed.includes(nameOfNote(zine.id, note))) : []
  return { notes, agree: () => agreeToNotes(notes.map((note) => nameOfNote(zine.id, note))) }
}

export type CoveringProps = {
  zine: Zine
  page: ZinePage
  /** Leaves the page. Without this, the question disappears and the page stays covered. */
  onNotNow?: ((note: string) => void) | undefined
  /** Not rendered before the reader agrees, so that nothing is loaded. */
  children: ReactNode
}

export function Asking({ zine, page, onNotNow, children }: CoveringProps) {
  const { notes, agree } = useNotes(zine, [page])
  const [note] = notes
  if (note === undefined) return children
  return (
    <span className={css.covered}>
      <Note
        notes={notes}
        onShow={agree}
        onNotNow={onNotNow && (() => onNotNow(note))}
        address={(page.kind === 'image' ? page.url : page.posterUrl) ?? page.url}
      />
    </span>
  )
}

type NoteProps = {
  notes: string[]
  onShow: () => void
  onNotNow?: (() => void) | undefined
  /** The covered content's address, for browsers without scripts. */
  address?: string
}

/** The content note with its buttons. Agreeing moves focus to the revealed content. */
export function Note({ notes, onShow, onNotNow, address }: NoteProps) {
  const [isLater, setLater] = useState(false)
  const language = useTextLanguage(notes.join(' '))
  const show = ({ currentTarget }: MouseEvent) => {
    const place = currentTarget.closest<HTMLElement>('[data-shows]')
    onShow()
    place?.setAttribute('tabindex', '-1')
    place?.focus()
  }
  return (
    <span className={css.note} role="note" aria-label="Content note">
      <span className="meta">Content note</span>
      {notes.map((note) => (
        <span key={note} className={css.words} {...language}>
          {note}
        </span>
      ))}
      {!isLater && (
        <span className={css.answers}>
          <Button size="small" onClick={show}>
            Show it
          </Button>
          <Button size="small" look="second" onClick={onNotNow ?? (() => setLater(true))}>
            Not now
          </Button>
        </span>
      )}
      {address && (
        <noscript>
          {import.meta.env.SSR && (
            <a className={buttonClass({ size: 'small' })} href={address}>
              Show it
            </a>
          )}
        </noscript>
      )}
    </span>
  )
}

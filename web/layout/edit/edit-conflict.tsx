import { useState } from 'react'
import { stillAtWidth } from '#contract/media-address.ts'
import type { OpenZine } from '#contract/zines.ts'
import { detailWords } from '#web/details/said.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { VersionChoice } from '#web/ui/dialogs/version-choice.tsx'
import { counted } from '#web/ui/number.ts'
import { pageWords } from '../session/layout-text.ts'
import type { Layout } from '../table/layout.ts'
import css from './edit-zine.module.css'
import type { useZineEdit } from './use-zine-edit.ts'
import { changedFields, textOf } from './zine-edit.ts'

type Props = {
  mine: Layout
  theirs: OpenZine
  onChoose: (side: 'mine' | 'saved') => void
  onClose: () => void
}

export function EditConflict({ mine, theirs, onChoose, onClose }: Props) {
  const other = textOf(theirs).layout
  return (
    <VersionChoice
      title="Two versions, one zine"
      description="This zine was also changed somewhere else. Choose the version to keep."
      takeSaved="Use the other version"
      shown={(side, name) =>
        side === 'mine' ? (
          <Side name={name} layout={mine} other={other} />
        ) : (
          <Side name={name} layout={other} other={mine} />
        )
      }
      onChoose={onChoose}
      goOnAt='main [type="submit"]'
      onClose={onClose}
    />
  )
}

type SideProps = { name: string; layout: Layout; other: Layout }

function Side({ name, layout, other }: SideProps) {
  const differing = changedFields(other, layout)
  const marked = (field: (typeof differing)[number], text: string) =>
    differing.includes(field) ? <mark>{text}</mark> : text
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long zine is scrolled with the keyboard
    <section className={css.sheet} tabIndex={0} aria-label={`${name}, the zine`}>
      <p className={css.title}>{marked('title', layout.title.trim() || 'Untitled zine')}</p>
      <p className={css.words}>{marked('description', layout.description.trim() || 'No description')}</p>
      <p className="meta">
        {marked('aspectRatio', layout.aspectRatio)} ·{' '}
        {marked('readingDirection', layout.readingDirection === 'rtl' ? 'right to left' : 'left to right')} ·{' '}
        {marked('mayPrint', layout.mayPrint ? 'may be printed' : 'may not be printed')}
      </p>
      <p className={css.words}>{marked('details', detailWords(layout.details) || 'No details')}</p>
      {layout.contentNote && (
        <p className={css.words}>
          {marked('contentNote', `Content note: ${layout.contentNote.text}`)}
          {layout.contentNote.coversPages && marked('contentNote', ' (pages covered)')}
        </p>
      )}
      <p className="meta">{marked('pages', counted(layout.pages.length, 'page'))}</p>
      <Pages pages={layout.pages} others={other.pages} />
    </section>
  )
}

const Pages = ({ pages, others }: { pages: Layout['pages']; others: Layout['pages'] }) => (
  <ol className={css.pages}>
    {pages.map((page, place) => {
      const same = others[place]
      const isOther = page.url !== same?.url
      const hasOtherWords = isOther || pageWords.some((field) => page[field] !== same[field])
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its place
        <li key={place} data-differs={isOther || undefined}>
          <img src={stillAtWidth(page.url, 400)} alt="" loading="lazy" decoding="async" />
          <p className="meta">page {place + 1}</p>
          {hasOtherWords && <p className={css.words}>{page.altText || 'No description'}</p>}
          {hasOtherWords && page.contentNote && <p className={css.words}>Content note: {page.contentNote}</p>}
          {hasOtherWords && page.transcript && <p className={css.words}>{page.transcript}</p>}
        </li>
      )
    })}
  </ol>
)

type NoticeProps = { edit: ReturnType<typeof useZineEdit>; onCompare: () => void }

export function EditNotice({ edit, onCompare }: NoticeProps) {
  const [isRead, setRead] = useState(false)
  const { conflict, aside } = edit
  if (conflict) {
    return (
      <div className={css.notice} role="alert">
        <p>This zine was also changed somewhere else.</p>
        <Button size="small" onClick={onCompare}>
          Compare and choose
        </Button>
      </div>
    )
  }
  if (aside) {
    return (
      <div className={css.notice} role="status">
        <p>Your changes are set aside.</p>
        <Button look="second" size="small" onClick={() => edit.bringBack(aside)}>
          Restore it
        </Button>
      </div>
    )
  }
  if (!edit.isRestored || isRead || !edit.isDirty) return null
  return (
    <div className={css.notice} role="status">
      <p>Your unsaved changes are back.</p>
      <Button look="second" size="small" onClick={() => setRead(true)}>
        Continue
      </Button>
    </div>
  )
}

import { type ReactNode, useState } from 'react'
import { stillImageAtWidth } from '#contract/media-address.ts'
import { paperNames } from '#contract/paper-names.ts'
import type { FullZine } from '#contract/zines.ts'
import { languageName } from '#web/details/language-names.ts'
import { detailsText, soleLanguage } from '#web/details/zine-metadata.ts'
import { DraftTitle } from '#web/drafts/create-draft.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { VersionChoice } from '#web/ui/dialogs/version-choice.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { formatCount } from '#web/ui/number.ts'
import { pageTextFields } from '../session/layout-text.ts'
import type { Layout } from '../table/layout.ts'
import css from './edit-zine.module.css'
import type { useZineEdit } from './use-zine-edit.ts'
import { changedFields, textOf } from './zine-edit.ts'

type Props = {
  localLayout: Layout
  savedZine: FullZine
  onChoose: (side: 'mine' | 'saved') => void
  onClose: () => void
}

export function EditConflict({ localLayout, savedZine, onChoose, onClose }: Props) {
  const otherLayout = textOf(savedZine).layout
  return (
    <VersionChoice
      title="Two versions, one zine"
      description="This zine was also changed somewhere else. Choose the version to keep."
      takeSavedLabel="Use the other version"
      renderVersion={(side, name) =>
        side === 'mine' ? (
          <ZineColumn name={name} layout={localLayout} otherLayout={otherLayout} />
        ) : (
          <ZineColumn name={name} layout={otherLayout} otherLayout={localLayout} />
        )
      }
      onChoose={onChoose}
      focusSelector='main [type="submit"]'
      onClose={onClose}
    />
  )
}

type ZineColumnProps = { name: string; layout: Layout; otherLayout: Layout }

function ZineColumn({ name, layout, otherLayout }: ZineColumnProps) {
  const changed = changedFields(otherLayout, layout)
  const markChanged = (field: (typeof changed)[number], text: ReactNode) =>
    changed.includes(field) ? <mark>{text}</mark> : text
  const language = soleLanguage(layout.details)
  const textOr = (text: string, absent: string) => (text ? <MemberText text={text} language={language} /> : absent)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long zine is scrolled with the keyboard
    <section className={css.sheet} tabIndex={0} aria-label={`${name}, the zine`}>
      <p className={css.title}>{markChanged('title', <DraftTitle title={layout.title} language={language} />)}</p>
      <p className={css.text}>{markChanged('description', textOr(layout.description.trim(), 'No description'))}</p>
      <p className="meta">
        {markChanged('paper', paperNames[layout.paper])} ·{' '}
        {markChanged('readingDirection', layout.readingDirection === 'rtl' ? 'right to left' : 'left to right')} ·{' '}
        {markChanged('mayPrint', layout.mayPrint ? 'may be printed' : 'may not be printed')}
      </p>
      <p className={css.text}>{markChanged('details', detailsText(layout.details) || 'No details')}</p>
      {layout.contentNote && (
        <p className={css.text}>
          {markChanged('contentNote', <>Content note: {textOr(layout.contentNote.text, '')}</>)}
          {layout.contentNote.coversPages && markChanged('contentNote', ' (pages covered)')}
        </p>
      )}
      <p className="meta">{markChanged('pages', formatCount(layout.pages.length, 'page'))}</p>
      <Pages pages={layout.pages} otherPages={otherLayout.pages} textOr={textOr} />
    </section>
  )
}

type PagesProps = {
  pages: Layout['pages']
  otherPages: Layout['pages']
  textOr: (text: string, absent: string) => ReactNode
}

const Pages = ({ pages, otherPages, textOr }: PagesProps) => (
  <ol className={css.pages}>
    {pages.map((page, pageIndex) => {
      const otherPage = otherPages[pageIndex]
      const hasOtherPicture = page.url !== otherPage?.url
      const hasOtherText =
        hasOtherPicture ||
        pageTextFields.some((field) => page[field] !== otherPage[field]) ||
        JSON.stringify(page.captions) !== JSON.stringify(otherPage.captions)
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its place
        <li key={pageIndex} data-differs={hasOtherPicture || undefined}>
          <img src={stillImageAtWidth(page.url, 400)} alt="" loading="lazy" decoding="async" />
          <p className="meta">page {pageIndex + 1}</p>
          {hasOtherText && <p className={css.text}>{textOr(page.altText, 'No description')}</p>}
          {hasOtherText && page.contentNote && <p className={css.text}>Content note: {textOr(page.contentNote, '')}</p>}
          {hasOtherText && page.captions.length > 0 && (
            <p className={css.text}>
              Captions: {page.captions.map(({ language }) => languageName(language)).join(', ')}
            </p>
          )}
          {hasOtherText && page.transcript && <p className={css.text}>{textOr(page.transcript, '')}</p>}
        </li>
      )
    })}
  </ol>
)

type NoticeProps = { edit: ReturnType<typeof useZineEdit>; onCompare: () => void }

export function EditNotice({ edit, onCompare }: NoticeProps) {
  const [isDismissed, setDismissed] = useState(false)
  const { conflict, unchosenLayout } = edit
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
  if (unchosenLayout) {
    return (
      <div className={css.notice} role="status">
        <p>Your changes are set aside.</p>
        <Button look="second" size="small" onClick={() => edit.restoreUnchosen(unchosenLayout)}>
          Restore it
        </Button>
      </div>
    )
  }
  if (!edit.isRestored || isDismissed || !edit.isDirty) return null
  return (
    <div className={css.notice} role="status">
      <p>Your unsaved changes are back.</p>
      <Button look="second" size="small" onClick={() => setDismissed(true)}>
        Continue
      </Button>
    </div>
  )
}

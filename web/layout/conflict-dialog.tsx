import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { stillImageAtWidth } from '#contract/media-address.ts'
import { paperNames } from '#contract/paper-names.ts'
import { altLanguageOf } from '#contract/text-language.ts'
import { languageName } from '#web/details/language-names.ts'
import { detailsText, soleLanguage } from '#web/details/zine-metadata.ts'
import { DraftTitle } from '#web/drafts/create-draft.tsx'
import { formatList } from '#web/languages/formats.ts'
import { type EditorSession, now } from '#web/session/editor-session.ts'
import { isSameField, pickRuleFields, type Saved } from '#web/session/text-rules.ts'
import { useEditorState } from '#web/session/use-session.ts'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { type Side, VersionChoice } from '#web/ui/dialogs/version-choice.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import css from './conflict-dialog.module.css'
import { formatContent, pageTextFields } from './session/draft-text.ts'
import type { ZineContent } from './table/content.ts'

type Props<Text> = {
  session: EditorSession<Text>
  conflict: Saved<Text>
  title: string
  description: string
  takeSavedLabel: string
  focusSelector: string
  onClose: () => void
}

/** Two versions of a draft or a zine. The one that is not chosen is set aside in this browser. */
export function ConflictDialog<Text extends ZineContent>({ session, conflict, ...texts }: Props<Text>) {
  const localText = useEditorState(session, ({ text }) => text)
  const { rules } = session.read()
  const hasChanged = (field: keyof ZineContent) => !isSameField(rules, field, localText, conflict)
  return (
    <VersionChoice
      {...texts}
      renderVersion={(side) => {
        const [shown, other] = side === 'mine' ? [localText, conflict] : [conflict, localText]
        return <ContentColumn side={side} hasChanged={hasChanged} content={shown} otherPages={other.pages} />
      }}
      onChoose={(side) => {
        const { version } = conflict
        if (side === 'mine')
          session.drafts.setAside({ ...pickRuleFields(rules, conflict), version, sent: [], at: now() })
        session.dispatch({ type: 'chosen', side, version, at: now() })
      }}
    />
  )
}

type ColumnProps = {
  side: Side
  content: ZineContent
  otherPages: ZineContent['pages']
  hasChanged: (field: keyof ZineContent) => boolean
}

function ContentColumn({ side, content, otherPages, hasChanged }: ColumnProps) {
  const { t } = useLingui()
  const markChanged = (field: keyof ZineContent, text: ReactNode) => (hasChanged(field) ? <mark>{text}</mark> : text)
  const language = soleLanguage(content.details)
  const textOr = (text: string, absent: string) => (text ? <MemberText text={text} language={language} /> : absent)
  const note = textOr(content.contentNote?.text ?? '', '')
  const pageCount = content.pages.length
  const label = side === 'mine' ? t`Yours, the zine` : t`Saved elsewhere, the zine`
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long zine is scrolled with the keyboard */}
      <section className={css.sheet} tabIndex={0} aria-label={label}>
        <p className={css.title}>{markChanged('title', <DraftTitle title={content.title} language={language} />)}</p>
        <p className={css.text}>{markChanged('description', textOr(content.description.trim(), t`No description`))}</p>
        <p className="meta">
          {markChanged('paper', t(paperNames[content.paper]))} ·{' '}
          {markChanged('readingDirection', content.readingDirection === 'rtl' ? t`right to left` : t`left to right`)} ·{' '}
          {markChanged('mayPrint', content.mayPrint ? t`may be printed` : t`may not be printed`)}
        </p>
        <p className={css.text}>{markChanged('details', detailsText(content.details) || t`No details`)}</p>
        {content.contentNote && (
          <p className={css.text}>
            {markChanged('contentNote', <Trans>Content note: {note}</Trans>)}
            {content.contentNote.coversPages && <> {markChanged('contentNote', t`(pages covered)`)}</>}
          </p>
        )}
        <p className="meta">{markChanged('pages', t`${plural(pageCount, { one: '# page', other: '# pages' })}`)}</p>
        <Pages pages={content.pages} otherPages={otherPages} language={language} textOr={textOr} />
      </section>
      <CopyButton text={formatContent(content)}>{t`Copy the text`}</CopyButton>
    </>
  )
}

type PagesProps = {
  pages: ZineContent['pages']
  otherPages: ZineContent['pages']
  language: string | null | undefined
  textOr: (text: string, absent: string) => ReactNode
}

const Pages = ({ pages, otherPages, language, textOr }: PagesProps) => {
  const { t, i18n } = useLingui()
  return (
    <ol className={css.pages}>
      {pages.map((page, pageIndex) => {
        const otherPage = otherPages[pageIndex]
        const hasOtherPicture = page.url !== otherPage?.url
        const hasOtherText =
          hasOtherPicture ||
          pageTextFields.some((field) => page[field] !== otherPage[field]) ||
          JSON.stringify(page.captions) !== JSON.stringify(otherPage.captions)
        const number = pageIndex + 1
        const note = textOr(page.contentNote, '')
        const captions = page.captions.map((caption) => languageName(i18n.locale, caption.language))
        const captionLanguages = formatList(i18n.locale, captions, 'narrow')
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its place
          <li key={pageIndex} data-differs={hasOtherPicture || undefined}>
            <img
              src={stillImageAtWidth(page.url, 400)}
              alt={hasOtherText ? '' : page.altText}
              {...altLanguageOf(page.altText, language)}
              loading="lazy"
              decoding="async"
            />
            <p className="meta">{t`page ${number}`}</p>
            {hasOtherText && <p className={css.text}>{textOr(page.altText, t`No description`)}</p>}
            {hasOtherText && page.contentNote && (
              <p className={css.text}>
                <Trans>Content note: {note}</Trans>
              </p>
            )}
            {hasOtherText && captions.length > 0 && <p className={css.text}>{t`Captions: ${captionLanguages}`}</p>}
            {hasOtherText && page.transcript && <p className={css.text}>{textOr(page.transcript, '')}</p>}
          </li>
        )
      })}
    </ol>
  )
}

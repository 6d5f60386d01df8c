import { stillImageAtWidth } from '#contract/media-address.ts'
import { altLanguageOf } from '#contract/text-language.ts'
import { soleLanguage } from '#web/details/zine-metadata.ts'
import { DraftTitle } from '#web/drafts/create-draft.tsx'
import { now } from '#web/session/editor-session.ts'
import type { Saved } from '#web/session/text-rules.ts'
import { useEditorState } from '#web/session/use-session.ts'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { VersionChoice } from '#web/ui/dialogs/version-choice.tsx'
import { formatCount } from '#web/ui/number.ts'
import css from './draft-page.module.css'
import { formatLayoutText, type LayoutText } from './session/layout-text.ts'
import type { LayoutSession } from './session/use-layout.ts'

type Props = { session: LayoutSession; conflict: Saved<LayoutText>; onClose: () => void }

export function LayoutConflictDialog({ session, conflict, onClose }: Props) {
  const localLayout = useEditorState(session, ({ text }) => text)
  return (
    <VersionChoice
      title="Two layouts, one draft"
      description="This draft was also changed somewhere else. Choose the layout to keep. The other one is set aside in this browser."
      takeSavedLabel="Use the saved one"
      renderVersion={(side, name) => <LayoutColumn name={name} layout={side === 'mine' ? localLayout : conflict} />}
      onChoose={(side) => {
        if (side === 'mine') session.drafts.setAside({ ...conflict, sent: [], at: now() })
        session.dispatch({ type: 'chosen', side, version: conflict.version, at: now() })
      }}
      focusSelector='[name="title"]'
      onClose={onClose}
    />
  )
}

type LayoutColumnProps = { name: string; layout: LayoutText }

const LayoutColumn = ({ name, layout }: LayoutColumnProps) => (
  <>
    <p>
      <strong>
        <DraftTitle title={layout.title} language={soleLanguage(layout.details)} />
      </strong>
      <span className="meta"> {formatCount(layout.pages.length, 'page')}</span>
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long strip is scrolled with the keyboard */}
    <section className={css.pages} tabIndex={0} aria-label={`${name}, the pages`}>
      {layout.pages.map(({ url, altText }, pageIndex) => (
        <img
          // biome-ignore lint/suspicious/noArrayIndexKey: the same picture can be there twice
          key={`${url} ${pageIndex}`}
          src={stillImageAtWidth(url, 400)}
          alt={altText || `Page ${pageIndex + 1}`}
          {...altLanguageOf(altText, soleLanguage(layout.details))}
          loading="lazy"
        />
      ))}
    </section>
    <CopyButton text={formatLayoutText(layout)}>Copy the text</CopyButton>
  </>
)

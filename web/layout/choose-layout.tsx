import { stillAtWidth } from '#contract/media-address.ts'
import type { Saved } from '#web/editor/model/text-rules.ts'
import { now } from '#web/editor/session/editor-session.ts'
import { useEditorState } from '#web/editor/session/use-session.ts'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { VersionChoice } from '#web/ui/dialogs/version-choice.tsx'
import { counted } from '#web/ui/number.ts'
import css from './draft-page.module.css'
import { type LayoutText, wordsOf } from './session/layout-text.ts'
import type { LayoutSession } from './session/use-layout.ts'

type Props = { session: LayoutSession; conflict: Saved<LayoutText>; onClose: () => void }

export function ChooseLayout({ session, conflict, onClose }: Props) {
  const mine = useEditorState(session, ({ text }) => text)
  return (
    <VersionChoice
      title="Two layouts, one draft"
      description="This draft was also changed somewhere else. Choose the layout to keep; the other is set aside in this browser."
      takeSaved="Use the saved one"
      shown={(side, name) => <Side name={name} layout={side === 'mine' ? mine : conflict} />}
      onChoose={(side) => {
        if (side === 'mine') session.drafts.putAside({ ...conflict, sent: [], at: now() })
        session.dispatch({ type: 'chosen', side, version: conflict.version, at: now() })
      }}
      goOnAt='[name="title"]'
      onClose={onClose}
    />
  )
}

type SideProps = { name: string; layout: LayoutText }

const Side = ({ name, layout }: SideProps) => (
  <>
    <p>
      <strong>{layout.title.trim() || 'Untitled zine'}</strong>
      <span className="meta"> {counted(layout.pages.length, 'page')}</span>
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long strip is scrolled with the keyboard */}
    <section className={css.pages} tabIndex={0} aria-label={`${name}, the pages`}>
      {layout.pages.map(({ url, altText }, place) => (
        <img
          // biome-ignore lint/suspicious/noArrayIndexKey: the same picture can be there twice
          key={`${url} ${place}`}
          src={stillAtWidth(url, 400)}
          alt={altText || `Page ${place + 1}`}
          loading="lazy"
        />
      ))}
    </section>
    <CopyButton text={wordsOf(layout)}>Copy the words</CopyButton>
  </>
)

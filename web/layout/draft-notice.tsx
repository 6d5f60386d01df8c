import { SessionNotice } from '#web/editor/session-notice.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { wordsOf } from './session/layout-text.ts'
import type { LayoutProps, LayoutSession } from './session/use-layout.ts'

export const DraftNotice = ({ session, userId, onCompare }: LayoutProps & { onCompare: () => void }) => (
  <SessionNotice
    {...{ session, userId, onCompare }}
    offline="You are offline. What you change is kept in this browser and saved when the connection is back."
    conflict="This draft was changed somewhere else as well. Both layouts are here; choose the one that goes on."
    gone={<Gone session={session} />}
    asideRefused="Nothing was replaced: this browser has no room to put your layout aside."
    unkept="This browser keeps no copy here: until it is saved, your layout is only in this tab."
  />
)

const Gone = ({ session }: { session: LayoutSession }) => (
  <>
    <p>This draft was published or deleted somewhere else. Your words are still here.</p>
    <CopyButton text={wordsOf(session.read().text)}>Copy the words</CopyButton>
  </>
)

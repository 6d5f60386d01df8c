import { SessionNotice } from '#web/session/session-notice.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { formatContent } from './session/draft-text.ts'
import type { LayoutProps, LayoutSession } from './session/use-layout.ts'

export const DraftNotice = ({ session, userId, onCompare }: LayoutProps & { onCompare: () => void }) => (
  <SessionNotice
    session={session}
    userId={userId}
    onCompare={onCompare}
    offlineMessage="You’re offline. Your changes are in this browser and will be saved when you’re back online."
    conflictMessage="This draft was also changed somewhere else. Choose which layout to keep."
    deletedNotice={<DeletedNotice session={session} />}
    setAsideFailedMessage="Nothing was replaced, because this browser has no space for a copy of your layout. Copy your text first."
    notStoredMessage="This browser can’t store a copy. Until it is saved, your layout is only in this tab."
  />
)

const DeletedNotice = ({ session }: { session: LayoutSession }) => (
  <>
    <p>This draft was published or deleted somewhere else. Your text is still here.</p>
    <CopyButton text={formatContent(session.read().text)}>Copy the text</CopyButton>
  </>
)

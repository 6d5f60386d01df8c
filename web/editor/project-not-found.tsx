import { useState } from 'react'
import { workspaceAddress } from '#web/accounts/viewer.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { DownloadText } from './download-text.tsx'
import { draftPrefix, draftsIn } from './session/kept-drafts.ts'

type Props = { userId: string; projectId: string }

/** What was not saved before the project went is still in this browser. */
export function ProjectNotFound({ userId, projectId }: Props) {
  const [kept] = useState(() => draftsIn(draftPrefix(userId, projectId))[0]?.draft)
  return (
    <div>
      <h1>Project Not Found</h1>
      <p>The project you're looking for doesn't exist.</p>
      {kept && (
        <>
          <p>The last words you wrote in it are still in this browser.</p>
          <CopyButton text={kept.notes}>Copy the notes</CopyButton>
          <DownloadText text={kept} name="unsaved" />
        </>
      )}
      <Link className={buttonClass({})} to={workspaceAddress(userId)}>
        Back to Profile
      </Link>
    </div>
  )
}

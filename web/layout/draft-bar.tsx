import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useDeleteDraft } from '#web/drafts/use-delete-draft.ts'
import { SessionBar } from '#web/editor/session-bar.tsx'
import { MenuItem } from '#web/ui/controls/menu.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import type { LayoutProps } from './session/use-layout.ts'

export function DraftBar({ session, draft, userId }: LayoutProps) {
  const [isAsking, setAsking] = useState(false)
  const remove = useRemove({ session, draft, userId })
  const items = (
    <MenuItem danger icon={<Trash2 className="ico" aria-hidden="true" />} onSelect={() => setAsking(true)}>
      Delete Draft
    </MenuItem>
  )
  return (
    <SessionBar session={session} what="Draft" backTo={`/profile/${userId}`} items={items}>
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title="Delete Draft"
          sentence="Are you sure you want to delete this draft? Its pages and words are gone then. This action cannot be undone."
          confirmLabel="Delete Draft"
          busyLabel="Deleting..."
          onConfirm={remove}
        />
      )}
    </SessionBar>
  )
}

/** When it fails, everything is as it was. */
function useRemove({ session, draft, userId }: LayoutProps) {
  const navigate = useNavigate()
  const deleteDraft = useDeleteDraft(userId)
  return async () => {
    if (!(await deleteDraft(draft.id))) return
    session.dropAll()
    await navigate(`/profile/${userId}`, { replace: true })
  }
}

import { ArrowLeft, Ellipsis, LogOut, Save, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useAfterSignOut, useSignOut } from '#web/accounts/use-sign-out.ts'
import { useDeleteDraft } from '#web/drafts/use-delete-draft.ts'
import css from '#web/editor/editor-bar.module.css'
import { SaveState } from '#web/editor/save-state.tsx'
import { now } from '#web/editor/session/editor-session.ts'
import { UndoButtons } from '#web/editor/undo-buttons.tsx'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import type { LayoutProps } from './session/use-layout.ts'

export function DraftBar({ session, draft, userId }: LayoutProps) {
  const [isAsking, setAsking] = useState(false)
  const signOut = useSignOut(useAfterSignOut())
  const remove = useRemove({ session, draft, userId })
  const leave = () => {
    session.dispatch({ type: 'leaving', at: now() })
    void signOut()
  }
  return (
    <header className={css.bar}>
      <Link className={buttonClass({ look: 'quiet' }, css.away)} aria-label="Back" to={`/profile/${userId}`}>
        <ArrowLeft className="ico" aria-hidden="true" />
        <span className={css.back}>Back</span>
      </Link>
      <UndoButtons session={session} />
      <SaveState session={session} />
      <Button
        size="small"
        className={css.save}
        aria-label="Save draft"
        onClick={() => session.dispatch({ type: 'saveAsked', at: now() })}
      >
        <Save className="ico" aria-hidden="true" />
        <span className={css.label}>Save</span>
      </Button>
      <Menu
        trigger={
          <IconButton aria-label="Draft menu">
            <Ellipsis className="ico" aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem
          danger
          icon={<Trash2 className="ico" aria-hidden="true" />}
          onSelect={() => setAsking(true)}
        >
          Delete Draft
        </MenuItem>
        <MenuItem icon={<LogOut className="ico" aria-hidden="true" />} onSelect={leave}>
          Logout
        </MenuItem>
      </Menu>
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
    </header>
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

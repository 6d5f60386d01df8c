import { ArrowLeft, BookOpen, Ellipsis, History, LogOut, Save, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAfterSignOut, useSignOut } from '#web/accounts/use-sign-out.ts'
import { workspaceAddress } from '#web/accounts/workspace-address.ts'
import { useLayOutProject } from '#web/drafts/use-lay-out-project.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'
import { DeleteProject } from './dialogs/delete-project.tsx'
import css from './editor-bar.module.css'
import { SaveState } from './save-state.tsx'
import { now } from './session/editor-session.ts'
import type { EditorProps } from './session/use-editor.ts'
import { UndoButtons } from './undo-buttons.tsx'

type Props = EditorProps & { onLookBack: () => void }

export function EditorBar({ onLookBack, ...editor }: Props) {
  const { session, projectId, userId } = editor
  const [isAsking, setAsking] = useState(false)
  const signOut = useSignOut(useAfterSignOut())
  const table = useLayOutProject()
  // What is not saved yet is, on leaving.
  const layOut = () => void table.layOut({ id: projectId, title: session.read().text.title })
  const leave = () => {
    session.dispatch({ type: 'leaving', at: now() })
    void signOut()
  }
  return (
    <header className={css.bar}>
      <Link
        className={buttonClass({ look: 'quiet' }, css.away)}
        aria-label="Back"
        to={workspaceAddress(userId)}
      >
        <ArrowLeft className="ico" aria-hidden="true" />
        <span className={css.back}>Back</span>
      </Link>
      <UndoButtons session={session} />
      <SaveState session={session} />
      <Button
        size="small"
        className={css.save}
        aria-label="Save project"
        onClick={() => session.dispatch({ type: 'saveAsked', at: now() })}
      >
        <Save className="ico" aria-hidden="true" />
        <span className={css.label}>Save</span>
      </Button>
      <Menu
        trigger={
          <IconButton aria-label="Project menu">
            <Ellipsis className="ico" aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem icon={<BookOpen className="ico" aria-hidden="true" />} onSelect={layOut}>
          Lay out as a zine
        </MenuItem>
        <MenuItem icon={<History className="ico" aria-hidden="true" />} onSelect={onLookBack}>
          Earlier Versions
        </MenuItem>
        <MenuItem
          danger
          icon={<Trash2 className="ico" aria-hidden="true" />}
          onSelect={() => setAsking(true)}
        >
          Delete Project
        </MenuItem>
        <MenuItem icon={<LogOut className="ico" aria-hidden="true" />} onSelect={leave}>
          Logout
        </MenuItem>
      </Menu>
      {isAsking && <DeleteProject {...editor} onClose={() => setAsking(false)} />}
    </header>
  )
}

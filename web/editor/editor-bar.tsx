import { BookOpen, History, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { workspaceAddress } from '#web/accounts/workspace-address.ts'
import { useLayOutProject } from '#web/drafts/use-lay-out-project.ts'
import { MenuItem } from '#web/ui/controls/menu.tsx'
import { DeleteProject } from './dialogs/delete-project.tsx'
import type { EditorProps } from './session/use-editor.ts'
import { SessionBar } from './session-bar.tsx'

type Props = EditorProps & { onLookBack: () => void }

export function EditorBar({ onLookBack, ...editor }: Props) {
  const { session, projectId, userId } = editor
  const [isAsking, setAsking] = useState(false)
  const table = useLayOutProject()
  // What is not saved yet is, on leaving.
  const layOut = () => void table.layOut({ id: projectId, title: session.read().text.title })
  const items = (
    <>
      <MenuItem icon={<BookOpen className="ico" aria-hidden="true" />} onSelect={layOut}>
        Lay out as a zine
      </MenuItem>
      <MenuItem icon={<History className="ico" aria-hidden="true" />} onSelect={onLookBack}>
        Earlier Versions
      </MenuItem>
      <MenuItem danger icon={<Trash2 className="ico" aria-hidden="true" />} onSelect={() => setAsking(true)}>
        Delete Project
      </MenuItem>
    </>
  )
  return (
    <SessionBar session={session} what="Project" backTo={workspaceAddress(userId)} items={items}>
      {isAsking && <DeleteProject {...editor} onClose={() => setAsking(false)} />}
    </SessionBar>
  )
}

import type { UserProfile } from '#contract/creators.ts'
import { Editable } from '#web/ui/forms/editable.tsx'
import { useEditing } from '#web/ui/forms/use-editing.ts'
import { usePart } from '#web/ui/use-part.ts'

const loadForm = () => import('./edit-name.tsx').then((part) => part.EditName)
const preload = () => void loadForm().catch(() => undefined)

/** The name as its owner sees it: a click, and it is a field. */
export function EditableName({ user }: { user: UserProfile }) {
  const { isEditing, opener, begin, end } = useEditing()
  const EditName = usePart(isEditing, loadForm, end)
  const name = user.name || user.username
  if (isEditing && EditName) {
    return (
      <>
        <h1 className="sr">{name}</h1>
        <EditName user={user} onDone={end} />
      </>
    )
  }
  return (
    <Editable label="Edit username" opener={opener} onEdit={begin} onNear={preload}>
      <h1>{name}</h1>
    </Editable>
  )
}

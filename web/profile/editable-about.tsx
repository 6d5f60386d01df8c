import type { UserProfile } from '#contract/creators.ts'
import { Editable } from '#web/ui/forms/editable.tsx'
import { useEditing } from '#web/ui/forms/use-editing.ts'
import { usePart } from '#web/ui/use-part.ts'
import css from './editable-about.module.css'
import { ProfileAbout } from './profile-about.tsx'
import { ProfileLinks } from './profile-links.tsx'

const loadForm = () => import('./edit-about.tsx').then((part) => part.EditAbout)
const preload = () => void loadForm().catch(() => undefined)

/** Bio and links as their owner sees them: a click on the bio, and they are a form. */
export function EditableAbout({ user }: { user: UserProfile }) {
  const { isEditing, opener, begin, end } = useEditing()
  const EditAbout = usePart(isEditing, loadForm, end)
  if (isEditing && EditAbout) return <EditAbout user={user} onDone={end} />
  return (
    <>
      {user.bio ? (
        <Editable label="Edit bio and website" opener={opener} onEdit={begin} onNear={preload}>
          <ProfileAbout bio={user.bio} />
        </Editable>
      ) : (
        <button
          type="button"
          className={css.prompt}
          ref={opener}
          onClick={begin}
          onPointerEnter={preload}
          onFocus={preload}
        >
          Add a bio to tell people about yourself
        </button>
      )}
      <ProfileLinks user={user} />
    </>
  )
}

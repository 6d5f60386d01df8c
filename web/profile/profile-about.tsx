import { useTextLanguage } from '#web/ui/use-text-language.ts'
import css from './profile-page.module.css'

/** The bio, in the lines it was written in. */
export function ProfileAbout({ bio }: { bio: string | null }) {
  const language = useTextLanguage(bio ?? '')
  if (!bio) return null
  return (
    <p className={css.bio} {...language}>
      {bio}
    </p>
  )
}

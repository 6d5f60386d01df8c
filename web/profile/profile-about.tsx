import { useTextLanguage } from '#web/ui/forms/use-text-language.ts'

/** The bio, in the lines it was written in. */
export function ProfileAbout({ bio }: { bio: string | null }) {
  const writing = useTextLanguage(bio ?? '')
  if (!bio) return null
  return (
    <p className="bio" {...writing}>
      {bio}
    </p>
  )
}

import { useWriting } from '#web/ui/forms/use-writing.ts'

/** The bio, in the lines it was written in. */
export function ProfileAbout({ bio }: { bio: string | null }) {
  const writing = useWriting(bio ?? '')
  if (!bio) return null
  return (
    <p className="bio" {...writing}>
      {bio}
    </p>
  )
}

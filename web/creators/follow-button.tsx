import { buttonClass } from '#web/ui/button.tsx'
import { HeartIcon } from '#web/ui/icons.tsx'
import { useViewer } from '#web/viewer.ts'
import { useToggleFollow } from './use-toggle-follow.ts'
import './follow-button.css'

type FollowButtonProps = { creator: { id: string; username: string } }

/** Follows a creator or stops following; not shown to the creator. */
export function FollowButton({ creator }: FollowButtonProps) {
  const viewer = useViewer()
  const { isFollowing, toggle } = useToggleFollow(creator.id)
  if (viewer?.id === creator.id) return null
  return (
    <button
      type="button"
      className={buttonClass({ look: 'second' }, 'follow')}
      aria-pressed={isFollowing}
      onClick={toggle}
    >
      <HeartIcon />
      {isFollowing ? 'Following' : 'Follow'}
      <span className="sr"> {creator.username}</span>
    </button>
  )
}

import { useViewer } from '#web/accounts/viewer.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { HeartIcon } from '#web/ui/marks/icons.tsx'
import css from './follow-button.module.css'
import { useToggleFollow } from './use-toggle-follow.ts'

type FollowButtonProps = { creator: { id: string; username: string } }

/** Follows a creator or stops following; not shown to the creator. */
export function FollowButton({ creator }: FollowButtonProps) {
  const viewer = useViewer()
  const { isFollowing, toggle } = useToggleFollow(creator.id)
  if (viewer?.id === creator.id) return null
  return (
    <button
      type="button"
      className={buttonClass({ look: 'second' }, css.button)}
      aria-pressed={isFollowing}
      onClick={toggle}
    >
      <HeartIcon />
      {isFollowing ? 'Following' : 'Follow'}
      <span className="sr"> {creator.username}</span>
    </button>
  )
}

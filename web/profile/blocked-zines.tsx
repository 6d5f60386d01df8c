import { useQueryClient } from '@tanstack/react-query'
import type { UserProfile } from '#contract/creators.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { avoid, unblocking } from '#web/blocks/avoiding.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Empty } from '#web/ui/states/empty.tsx'

/** What stands in the place of somebody's zines for whoever has blocked them. */
export function BlockedZines({ user }: { user: UserProfile }) {
  const queries = useQueryClient()
  const viewer = useViewer()
  return (
    <Empty
      spot="empty"
      title={`You blocked ${user.username}`}
      hint="Neither of you is shown the other’s zines."
    >
      {viewer && (
        <Button look="second" onClick={() => avoid(queries, unblocking(viewer.id, user))}>
          Unblock
        </Button>
      )}
    </Empty>
  )
}

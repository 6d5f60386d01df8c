import { useQuery } from '@tanstack/react-query'
import { LayOutButton } from '#web/drafts/lay-out-button.tsx'
import { hiddenZinesQuery } from '#web/reports/decision-calls.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Empty } from '#web/ui/states/empty.tsx'

type NoZinesProps = { userId: string; onUpload: () => void; onNear: () => void }

/** To their maker. Some may be hidden, which the part of the page above tells. */
export function NoOwnZines({ userId, onUpload, onNear }: NoZinesProps) {
  const hidden = useQuery(hiddenZinesQuery(userId)).data?.zines.length
  const words = hidden
    ? { title: 'No zines on show', hint: noneShown }
    : { title: 'No zines yet', hint: firstZine }
  return (
    <Empty spot="desk" {...words}>
      <Button onClick={onUpload} onPointerEnter={onNear} onFocus={onNear}>
        Upload
      </Button>
      <LayOutButton />
    </Empty>
  )
}

const noneShown = (
  <>
    What you uploaded is not shown to others.
    <br />
    The reason stands above.
  </>
)

const firstZine = (
  <>
    You haven't uploaded any zines yet.
    <br />
    Upload your first zine to get started!
  </>
)

/** To everybody else. */
export const NoZines = () => (
  <Empty spot="empty" title="No zines found" hint="This user hasn't uploaded any zines yet." />
)

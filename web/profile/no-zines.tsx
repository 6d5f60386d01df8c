import { LayOutButton } from '#web/drafts/lay-out-button.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Empty } from '#web/ui/states/empty.tsx'

type NoZinesProps = { isOwner: boolean; onUpload: () => void; onNear: () => void }

export const NoZines = ({ isOwner, onUpload, onNear }: NoZinesProps) =>
  isOwner ? (
    <Empty
      spot="desk"
      title="No zines yet"
      hint={
        <>
          You haven't uploaded any zines yet.
          <br />
          Upload your first zine to get started!
        </>
      }
    >
      <Button onClick={onUpload} onPointerEnter={onNear} onFocus={onNear}>
        Upload
      </Button>
      <LayOutButton />
    </Empty>
  ) : (
    <Empty spot="empty" title="No zines found" hint="This user hasn't uploaded any zines yet." />
  )

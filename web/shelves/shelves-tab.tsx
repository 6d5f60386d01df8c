import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { PlusIcon } from '#web/ui/marks/icons.tsx'
import heading from '#web/ui/section.module.css'
import { Empty } from '#web/ui/states/empty.tsx'
import { LoadFailure } from '#web/ui/states/load-failure.tsx'
import { SkeletonCards } from '#web/ui/states/skeleton.tsx'
import { shelvesQuery } from './shelf-calls.ts'
import { ShelfDialog } from './shelf-dialog.tsx'
import { ShelfRack } from './shelf-rack.tsx'

export function ShelvesTab({ userId }: { userId: string }) {
  const { t } = useLingui()
  const { data, isError, refetch } = useQuery(shelvesQuery(userId))
  const [isCreating, setCreating] = useState(false)
  const openDialog = () => setCreating(true)
  const shelves = data?.shelves
  return (
    <>
      <div className={heading.section}>
        <h2>{t`Shelves`}</h2>
        {shelves && shelves.length > 0 && <NewShelfButton onClick={openDialog} />}
      </div>
      {shelves && shelves.length > 0 && <ShelfRack shelves={shelves} />}
      {shelves?.length === 0 && (
        <Empty
          spot="desk"
          title={t`No shelves yet`}
          hint={t`Collect zines you love in your own order. Share the shelf or keep it private.`}
        >
          <NewShelfButton onClick={openDialog} />
        </Empty>
      )}
      {!shelves && isError && (
        <LoadFailure title={t`Your shelves could not be loaded`} onRetry={() => void refetch()} />
      )}
      {!shelves && !isError && <SkeletonCards loadingText={t`Loading shelves`} />}
      {isCreating && <ShelfDialog ownerId={userId} onClose={() => setCreating(false)} />}
    </>
  )
}

const NewShelfButton = ({ onClick }: { onClick: () => void }) => {
  const { t } = useLingui()
  return (
    <Button onClick={onClick}>
      <PlusIcon />
      {t`New shelf`}
    </Button>
  )
}

import { Button } from '#web/ui/controls/button.tsx'
import { grouped } from '#web/ui/number.ts'
import { Empty } from '#web/ui/states/empty.tsx'
import { CreatorRack, type CreatorRackProps } from './creator-rack.tsx'

type CreatorsTabProps = Pick<CreatorRackProps, 'list' | 'restAt'> & { onClear?: () => void }

export const CreatorsTab = ({ onClear, ...rack }: CreatorsTabProps) => (
  <CreatorRack
    {...rack}
    unreached="The creators could not be reached"
    end={(count) =>
      count === 1 ? 'One creator, wide awake' : `${grouped(count)} creators, all of them awake`
    }
    nobody={
      <Empty spot="empty" title="No creators found" hint="Try adjusting your search terms.">
        {onClear && (
          <Button look="second" onClick={onClear}>
            Clear search
          </Button>
        )}
      </Empty>
    }
  />
)

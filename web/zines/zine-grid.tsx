import type { Zine } from '#contract/zines.ts'
import rack from '#web/ui/rack.module.css'
import { ZineCard } from './zine-card.tsx'

const firstRow = 3

/** The rack. `first` says that its first row is what a visitor sees first, and not a banner above it. */
export const ZineGrid = ({ zines, first }: { zines: Zine[]; first?: boolean }) => (
  <div className={rack.grid}>
    {zines.map((zine, index) => (
      <ZineCard key={zine.id} zine={zine} priority={first ? priorityAt(index) : undefined} />
    ))}
  </div>
)

function priorityAt(index: number) {
  if (index === 0) return 'now'
  return index < firstRow ? 'soon' : undefined
}

import { PartBoundary } from '#web/ui/states/part-boundary.tsx'
import { LayoutDetails } from './layout-details.tsx'
import type { LayoutTableProps } from './layout-props.ts'
import { LayoutStage } from './layout-stage.tsx'
import css from './layout-table.module.css'

/** The layout table: pages on the cutting mat, the zine's own words beside it. */
export const LayoutTable = ({ children, ...table }: LayoutTableProps) => (
  <div className={css.table}>
    <PartBoundary>
      <LayoutStage {...table} />
    </PartBoundary>
    <div className={css.beside}>
      <PartBoundary>
        <LayoutDetails {...table} />
      </PartBoundary>
      <PartBoundary>{children}</PartBoundary>
    </div>
  </div>
)

import { LayoutDetails } from './layout-details.tsx'
import type { LayoutTableProps } from './layout-props.ts'
import { LayoutStage } from './layout-stage.tsx'
import css from './layout-table.module.css'

/** The layout table: pages on the cutting mat, the zine's own words beside it. */
export const LayoutTable = ({ children, ...table }: LayoutTableProps) => (
  <div className={css.table}>
    <LayoutStage {...table} />
    <div className={css.beside}>
      <LayoutDetails {...table} />
      {children}
    </div>
  </div>
)

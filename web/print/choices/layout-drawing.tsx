import type { Layout } from '../imposition/layouts.ts'
import css from './choices.module.css'

/** Each as its folded or flat paper, the cover in ink; lines show where sheets are folded. */
const drawings: Record<Layout, { cover: string; paper: string; folds: string }> = {
  mini: { paper: 'M2 8h44v32H2z', cover: 'M13 8h11v16H13z', folds: 'M13 8v32M24 8v32M35 8v32M2 24h44' },
  booklet: { paper: 'M6 6h17v36H6zM25 6h17v36H25z', cover: 'M25 6h17v36H25z', folds: 'M24 14v5M24 29v5' },
  quarter: {
    paper: 'M12 13h12v22H12zM24 13h12v22H24z',
    cover: 'M24 13h12v22H24z',
    folds: 'M24 18v4M24 26v4',
  },
  single: { paper: 'M15 4h22v32H15zM11 8h22v32H11z', cover: 'M7 12h22v32H7z', folds: '' },
}

export function LayoutDrawing({ layout }: { layout: Layout }) {
  const { paper, cover, folds } = drawings[layout]
  return (
    <svg className={css.drawing} viewBox="0 0 48 48" aria-hidden="true">
      <path className={css.paper} d={paper} />
      <path className={css.cover} d={cover} />
      <path d={folds} />
    </svg>
  )
}

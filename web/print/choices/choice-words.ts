import type { Layout } from '../imposition/layouts.ts'
import type { Paper } from '../imposition/paper.ts'
import type { Flip } from '../imposition/print-files.ts'

export const layoutWords: Record<Layout, { name: string; hint: string }> = {
  mini: { name: 'Mini zine', hint: 'Eight pages on one side of one sheet. Fold, cut one slit, done.' },
  booklet: { name: 'Booklet', hint: 'Half the size of the paper, folded and stapled.' },
  quarter: { name: 'Quarter-size', hint: 'Cut the pile in half, then fold and staple.' },
  single: { name: 'Single pages', hint: 'One page a sheet, in order, for copy shops.' },
}

export const paperNames: Record<Paper, string> = { a4: 'A4', letter: 'Letter' }

export const flipWords: Record<Flip, string> = {
  short: 'Both sides, flipping on the short edge',
  long: 'Both sides, flipping on the long edge',
  hand: 'One side at a time, paper put back by hand',
}

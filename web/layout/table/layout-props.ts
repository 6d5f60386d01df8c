import type { ReactNode } from 'react'
import type { Layout, LayoutChange } from './layout.ts'
import type { Sending } from './use-sending.ts'

/** What keeps a layout from being published, each sentence at its field. */
export type LayoutProblems = { title?: string | undefined; pages?: string | undefined }

export type LayoutTableProps = {
  layout: Layout
  onChange: (change: LayoutChange) => void
  /** The pictures on their way (`useSending`). */
  sending: Sending
  /** How many pages a zine can have. */
  most: number
  /** Nothing can be changed now. */
  busy?: boolean
  problems?: LayoutProblems
  /** Files to begin with, as if they had been chosen here. */
  given?: readonly File[]
  /** Takes a PDF that was dropped; without it none is offered. */
  onPdf?: ((file: File) => void) | undefined
  /** What stands below the strip, such as a PDF that is being read. */
  below?: ReactNode
  /** What stands below the words of the zine, such as the way out. */
  children?: ReactNode
}

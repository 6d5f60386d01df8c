import type { Room } from '../imposition/cells.ts'
import type { Layout } from '../imposition/layouts.ts'
import type { Paper } from '../imposition/paper.ts'
import type { PrintFile } from '../imposition/print-files.ts'

/** Everything that a PDF is made of but the pictures. */
export type PrintJob = {
  layout: Layout
  paper: Paper
  room: Room
  withMarks: boolean
  files: PrintFile[]
  /** Whether two sheets are made as well, to find out how paper is put back for the other side. */
  withTest: boolean
  title: string
  maker: string
  language: string
}

/** What has become of one of its files. */
export type MadeFile = { name: PrintFile['name'] | 'test-fronts' | 'test-backs'; pdf: Blob }

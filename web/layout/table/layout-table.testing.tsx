import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createQueries } from '#web/api/queries.ts'
import { blankLayout, type Layout, type LayoutPage } from './layout.ts'
import { LayoutTable } from './layout-table.tsx'
import { useSending } from './use-sending.ts'
import type { LayoutTableProps } from './use-stage.ts'

const hash = (n: number) => n.toString(16).padStart(32, '0')

const examplePage = (n: number): LayoutPage => ({
  url: `/media/${hash(n)}-1600.webp`,
  altText: `Moth ${n}`,
  transcript: '',
  contentNote: '',
  isFromDocument: false,
  width: 800,
  height: 1000,
  placeholder: null,
})

export const examplePages = (count: number) => Array.from({ length: count }, (_, n) => examplePage(n + 1))

/** The table by itself; answers what lies on it now. */
export async function openTable(layout: Partial<Layout>, props: Partial<LayoutTableProps> = {}) {
  let now: Layout = { ...blankLayout, ...layout }
  function Table() {
    const [held, setHeld] = useState(now)
    now = held
    const sending = useSending(setHeld)
    return <LayoutTable layout={held} onChange={setHeld} sending={sending} most={40} {...props} />
  }
  await render(
    <QueryClientProvider client={createQueries()}>
      <Table />
    </QueryClientProvider>,
  )
  return { now: () => now, words: () => now.pages.map(({ altText }) => altText) }
}

export const stripPage = (n: number) =>
  page.getByRole('list', { name: 'Pages in order' }).getByRole('button', { name: `Page ${n}`, exact: true })

import { useState } from 'react'
import { page } from 'vitest/browser'
import { show } from '#web/site/site.testing.tsx'
import { blankLayout, type Layout } from './layout.ts'
import { LayoutTable } from './layout-table.tsx'
import { useSending } from './use-sending.ts'
import type { LayoutTableProps } from './use-stage.ts'

/** Renders the table alone. Returns functions that read its current layout. */
export async function openTable(layout: Partial<Layout>, props: Partial<LayoutTableProps> = {}) {
  let now: Layout = { ...blankLayout, ...layout }
  function Table() {
    const [held, setHeld] = useState(now)
    now = held
    const sending = useSending(setHeld)
    return <LayoutTable layout={held} onChange={setHeld} sending={sending} most={40} {...props} />
  }
  await show(<Table />)
  return { now: () => now, words: () => now.pages.map(({ altText }) => altText) }
}

export const stripPage = (n: number) =>
  page.getByRole('list', { name: 'Pages in order' }).getByRole('button', { name: `Page ${n}`, exact: true })

import { useState } from 'react'
import { vi } from 'vitest'
import { page } from 'vitest/browser'
import { member, renderInSite } from '#web/site/site.testing.tsx'
import { blankContent, type ContentChange, type ZineContent } from './content.ts'
import { LayoutTable } from './layout-table.tsx'
import { useSending } from './use-sending.ts'
import type { LayoutTableProps } from './use-stage.ts'

export const exampleZineId = '0199a0b2-0000-7000-8000-0000000000f1'

/** Renders the table alone. Returns functions that read its current layout, and how often it was changed. */
export async function openTable(content: Partial<ZineContent>, props: Partial<LayoutTableProps> = {}) {
  let current: ZineContent = { ...blankContent, ...content }
  let changes = 0
  function Table() {
    const [shownContent, setShownContent] = useState(current)
    current = shownContent
    const change = (contentChange: ContentChange) => {
      changes += 1
      setShownContent(contentChange)
    }
    const sending = useSending(change)
    return (
      <LayoutTable
        sending={sending}
        zineId={exampleZineId}
        content={shownContent}
        onChange={change}
        maxPages={40}
        {...props}
      />
    )
  }
  await renderInSite(<Table />, { viewer: member })
  return { current: () => current, changes: () => changes, altTexts: () => current.pages.map(({ altText }) => altText) }
}

export const stripPage = (n: number) =>
  page.getByRole('list', { name: 'Pages in order' }).getByRole('button', { name: `Page ${n}`, exact: true })

/** Drawings wait until they are released. */
export function holdDrawings() {
  const released = Promise.withResolvers<void>()
  const draw = Worker.prototype.postMessage
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(async function (this: Worker, drawing: unknown) {
    await released.promise
    draw.call(this, drawing)
  })
  return released.resolve
}

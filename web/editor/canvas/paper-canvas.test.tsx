import { afterEach, expect, test } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
// First, because it names the layers in their order.
import '#web/styles.css'
import css from './paper-canvas.module.css'

afterEach(() => {
  cleanup()
  document.documentElement.removeAttribute('style')
})

test.each(['16px', '24px', '11px'])(
  'at a text size of %s, there is one line below each line of the notes',
  async (size) => {
    document.documentElement.style.fontSize = size
    const { container } = await render(
      <main className={css.canvas}>
        <textarea className={css.title} />
        <textarea className={css.notes} />
      </main>,
    )
    const notes = getComputedStyle(container.querySelector(`.${css.notes}`) as Element)
    const height = Number.parseFloat(notes.lineHeight)
    expect(height).toBe(2 * Number.parseFloat(size))
    expect(Number.parseFloat(notes.backgroundSize.split(' ')[1] ?? '')).toBeCloseTo(height)
    expect([notes.backgroundPosition, notes.paddingTop, notes.borderTopWidth]).toEqual(['0px 0px', '0px', '0px'])
    for (const other of container.querySelectorAll(`.${css.canvas}, .${css.title}`))
      expect(getComputedStyle(other).backgroundImage).toBe('none')
  },
)

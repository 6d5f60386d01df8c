import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInEnglish } from '#web/languages/render-in-english.testing.tsx'
import { expectVisible } from '#web/site/expectations.testing.ts'
import { Carousel, swipeDirection } from './carousel.tsx'

function Zine({ count }: { count: number }) {
  const [index, setIndex] = useState(0)
  return (
    <main>
      <input aria-label="Elsewhere" />
      <Carousel label="Pages" count={count} index={index} onTurn={setIndex}>
        <p>sheet {index + 1}</p>
      </Carousel>
    </main>
  )
}

const sheet = (number: number) => expectVisible(page.getByText(`sheet ${number}`, { exact: true }))

beforeEach(async () => {
  await renderInEnglish(<Zine count={3} />)
})

test('a dot goes to its page and is marked as the current one', async () => {
  const dot = page.getByRole('button', { name: 'Page 2 of 3' })
  await dot.click()
  await sheet(2)
  await expect.element(dot).toHaveAttribute('aria-current', 'true')
})

test('arrow keys turn pages from anywhere around, but not while typing', async () => {
  await page.getByRole('button', { name: 'Page 1 of 3' }).click()
  await userEvent.keyboard('{ArrowLeft}')
  await sheet(3)
  await userEvent.keyboard('{ArrowRight}')
  await sheet(1)
  await userEvent.keyboard('{End}')
  await sheet(3)
  await page.getByLabelText('Elsewhere').click()
  await userEvent.keyboard('{ArrowLeft}')
  await sheet(3)
  await page.getByRole('button', { name: 'Page 3 of 3' }).click()
  await userEvent.keyboard('a{Home}')
  await sheet(1)
})

test('the page number is announced to screen readers', async () => {
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.element(page.getByText('Page 2 of 3', { exact: true })).toHaveAttribute('aria-live', 'polite')
})

test('a single page has no controls', async () => {
  document.body.replaceChildren()
  await renderInEnglish(<Zine count={1} />)
  await sheet(1)
  expect(page.getByRole('button').elements()).toHaveLength(0)
})

test('a swipe must be long and sideways', () => {
  expect([swipeDirection(-60, 10), swipeDirection(60, -10)]).toEqual([1, -1])
  expect([swipeDirection(-20, 0), swipeDirection(-60, 90)]).toEqual([0, 0])
})

import { useState } from 'react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type ReadingDirection, readingDirections } from '#contract/aspect-ratios.ts'
import { renderInEnglish } from '#web/languages/render-in-english.testing.tsx'
import { expectVisible } from '#web/site/expectations.testing.ts'
import { Carousel, swipeDirection } from './carousel.tsx'
import '#web/styles.css'

function Zine({ count, direction = 'ltr' }: { count: number; direction?: ReadingDirection }) {
  const [index, setIndex] = useState(0)
  return (
    <main>
      <input aria-label="Elsewhere" />
      <Carousel label="Pages" count={count} index={index} direction={direction} onTurn={setIndex}>
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

/** From left to right: the icon of each arrow points away from the page. */
function arrowsFromLeft() {
  const arrows = page.getByRole('button', { name: /^(Previous|Next) page$/ }).elements()
  const byPlace = arrows.sort((one, other) => one.getBoundingClientRect().left - other.getBoundingClientRect().left)
  return byPlace.map((arrow) => {
    const icon = arrow.querySelector('svg') as SVGElement
    const isMirrored = getComputedStyle(icon).scale.startsWith('-1')
    const pointsLeft = icon.matches('.lucide-chevron-left') !== isMirrored
    return `${arrow.getAttribute('aria-label')} ${pointsLeft ? '‹' : '›'}`
  })
}

test.each(readingDirections.flatMap((site) => readingDirections.map((zine) => [site, zine] as const)))(
  'on a site that is read %s, a zine that is read %s keeps its direction',
  async (site, zine) => {
    document.body.replaceChildren()
    document.documentElement.dir = site
    onTestFinished(() => document.documentElement.removeAttribute('dir'))
    await renderInEnglish(<Zine count={3} direction={zine} />)
    const arrows = zine === 'ltr' ? ['Previous page ‹', 'Next page ›'] : ['Next page ‹', 'Previous page ›']
    expect(arrowsFromLeft()).toEqual(arrows)
    const dots = page.getByRole('button', { name: /^Page \d/ }).elements()
    const [first = 0, second = 0] = dots.map((dot) => dot.getBoundingClientRect().left)
    expect(first < second).toBe(zine === 'ltr')
    await page.getByRole('button', { name: 'Page 1 of 3' }).click()
    await userEvent.keyboard(zine === 'ltr' ? '{ArrowRight}' : '{ArrowLeft}')
    await sheet(2)
  },
)

import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '#web/styles.css'
import { renderInEnglish } from '#web/languages/render-in-english.testing.tsx'
import type { PictureMark } from '../drawing.ts'
import { firstFrame, type Picture, PictureFrameField } from './picture-frame.tsx'

const mark: PictureMark = {
  kind: 'picture',
  box: { x: 0, y: 0, width: 1000, height: 1000 },
  picture: 0,
  treatment: 'unchanged',
}

/** Shows a picture that is twice as wide as high in a square frame. */
async function openFrame(change: Partial<Picture> = {}) {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 400, height: 200 })
  canvas.getContext('2d')?.fillRect(0, 0, 400, 200)
  let current: Picture = { url: canvas.toDataURL(), altText: 'A moth', ...change }
  function Field() {
    const [picture, setPicture] = useState(current)
    current = picture
    return <PictureFrameField number={undefined} picture={picture} mark={mark} onChange={setPicture} />
  }
  await renderInEnglish(<Field />)
  const part = page.getByRole('button', { name: 'Part of the image to show' })
  await expect.element(part).toBeVisible()
  return { part, frame: () => current.frame, element: (await part.findElement()) as HTMLElement }
}

type Touch = { id: number; x: number; y: number }

/** Sends a pointer event at a place in shares of the frame. */
function point(element: HTMLElement, type: string, { id, x, y }: Touch, pointerType = 'touch') {
  const box = element.getBoundingClientRect()
  const at = { clientX: box.x + x * box.width, clientY: box.y + y * box.height }
  // There is no such pointer to capture.
  element.setPointerCapture = () => undefined
  element.dispatchEvent(new PointerEvent(type, { pointerId: id, pointerType, bubbles: true, ...at }))
}

test('arrow keys move, plus and minus zoom', async () => {
  const { frame, element } = await openFrame()
  element.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(frame()).toEqual({ x: 0.525, y: 0.5, zoom: 1, turn: 0 })
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowDown}')
  expect(frame()).toEqual({ x: 0.475, y: 0.5, zoom: 1, turn: 0 })
  await userEvent.keyboard('+{ArrowDown}')
  expect(frame()).toEqual({ x: 0.475, y: 0.54, zoom: 1.25, turn: 0 })
  await userEvent.keyboard('-')
  expect(frame()?.zoom).toBe(1)
})

test('a mouse drags the picture, and a tap brings what it meets to the middle', async () => {
  const { part, frame, element } = await openFrame()
  point(element, 'pointerdown', { id: 1, x: 0.5, y: 0.5 }, 'mouse')
  point(element, 'pointermove', { id: 1, x: 0.4, y: 0.5 }, 'mouse')
  point(element, 'pointermove', { id: 1, x: 0.3, y: 0.5 }, 'mouse')
  point(element, 'pointerup', { id: 1, x: 0.3, y: 0.5 }, 'mouse')
  await expect.poll(() => frame()?.x).toBeCloseTo(0.6, 2)
  const { width, height } = element.getBoundingClientRect()
  await part.click({ position: { x: width * 0.3, y: height / 2 } })
  await expect.poll(() => frame()?.x).toBeCloseTo(0.5, 2)
})

test('two fingers zoom', async () => {
  const { frame, element } = await openFrame()
  point(element, 'pointerdown', { id: 1, x: 0.4, y: 0.5 })
  point(element, 'pointerdown', { id: 2, x: 0.6, y: 0.5 })
  point(element, 'pointermove', { id: 1, x: 0.2, y: 0.5 })
  point(element, 'pointermove', { id: 2, x: 0.8, y: 0.5 })
  point(element, 'pointerup', { id: 1, x: 0.2, y: 0.5 })
  await expect.poll(() => frame()?.zoom).toBeCloseTo(3, 2)
  point(element, 'pointermove', { id: 2, x: 0.2, y: 0.5 })
  point(element, 'pointerup', { id: 2, x: 0.2, y: 0.5 })
  await expect.poll(() => frame()?.x).toBeCloseTo(0.6, 2)
})

test('the wheel zooms a frame in use, and otherwise scrolls', async () => {
  const { frame, element } = await openFrame()
  const wheel = () => element.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, cancelable: true, bubbles: true }))
  expect(wheel()).toBe(true)
  expect(frame()).toBeUndefined()
  element.focus()
  expect(wheel()).toBe(false)
  await expect.poll(() => frame()?.zoom).toBeCloseTo(1.221, 2)
})

test('sliders and buttons zoom and turn, and a reset shows what was there first', async () => {
  const { frame } = await openFrame()
  const turn = page.getByRole('slider', { name: 'Turn' })
  await page.getByRole('button', { name: 'Turn right by 90°' }).click()
  await turn.fill('-5')
  await expect.poll(() => frame()?.turn).toBe(85)
  await page.getByRole('button', { name: 'Turn right by 90°' }).click()
  await page.getByRole('button', { name: 'Turn right by 90°' }).click()
  await expect.poll(() => frame()?.turn).toBe(-95)
  await expect.element(turn).toHaveAttribute('aria-valuetext', '-95°')
  await expect.element(turn).toHaveValue('-5')
  await page.getByRole('slider', { name: 'Zoom' }).fill('2')
  await expect.poll(() => frame()?.zoom).toBe(2)
  await page.getByRole('button', { name: 'Reset position' }).click()
  await expect.poll(frame).toBeUndefined()
})

test('controls have names and are large enough on a phone', async () => {
  await page.viewport(390, 800)
  await openFrame({ frame: { x: 0.5, y: 0.5, zoom: 2, turn: 30 } })
  await expect.element(page.getByRole('img', { name: 'A moth' })).toBeVisible()
  for (const control of document.querySelectorAll('button, input')) {
    const { width, height, right } = control.getBoundingClientRect()
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
    expect(right).toBeLessThanOrEqual(390)
  }
})

test('a new picture that is taller than its frame shows its upper third, and others their middle', () => {
  expect(firstFrame(mark, { width: 200, height: 400 })).toEqual({ x: 0.5, y: 0.3333, zoom: 1, turn: 0 })
  expect(firstFrame(mark, { width: 400, height: 200 })).toBeUndefined()
  expect(firstFrame({ ...mark, frame: { line: 4, shadow: 0 } }, { width: 200, height: 400 })).toBeUndefined()
})

import { expect, test } from 'vitest'
import { moved, placeAround, squareOf, wholeCrop, zoomed } from './photo-crop.ts'

const wide = { width: 1200, height: 800 }
const whole = wholeCrop(wide)

test('initially the largest centred square is selected', () => {
  expect(squareOf(whole, wide)).toEqual({ left: 200, top: 0, side: 800 })
  const tall = { width: 300, height: 900 }
  expect(squareOf(wholeCrop(tall), tall)).toEqual({ left: 0, top: 300, side: 300 })
})

test('the square never leaves the picture', () => {
  expect(squareOf(moved(whole, wide, { x: -9000, y: 50 }), wide)).toEqual({ left: 0, top: 0, side: 800 })
  expect(squareOf(moved(whole, wide, { x: 9000, y: -50 }), wide)).toEqual({ left: 400, top: 0, side: 800 })
})

test('zooming in keeps the centre, and zooming out brings the square back inside', () => {
  const near = zoomed(whole, wide, 2)
  expect(squareOf(near, wide)).toEqual({ left: 400, top: 200, side: 400 })
  const corner = moved(near, wide, { x: 9000, y: 9000 })
  expect(squareOf(corner, wide)).toEqual({ left: 800, top: 400, side: 400 })
  expect(squareOf(zoomed(corner, wide, 1), wide)).toEqual({ left: 400, top: 0, side: 800 })
})

test('zooming is limited to the picture and to four times', () => {
  expect(zoomed(whole, wide, 0.2).zoom).toBe(1)
  expect(zoomed(whole, wide, 40).zoom).toBe(4)
})

test('the frame positions the square over the whole picture', () => {
  expect(placeAround(whole, wide)).toEqual({ width: '150%', height: '100%', left: '-25%', top: '0%' })
  const near = placeAround(zoomed(whole, wide, 2), wide)
  expect(near).toEqual({ width: '300%', height: '200%', left: '-100%', top: '-50%' })
})

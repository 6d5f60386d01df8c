import { expect, test } from 'vitest'
import { cropSquare, initialCrop, moveCrop, picturePosition, zoomCrop } from './photo-crop.ts'

const wide = { width: 1200, height: 800 }
const initial = initialCrop(wide)

test('initially the largest centred square is selected', () => {
  expect(cropSquare(initial, wide)).toEqual({ left: 200, top: 0, side: 800 })
  const tall = { width: 300, height: 900 }
  expect(cropSquare(initialCrop(tall), tall)).toEqual({ left: 0, top: 300, side: 300 })
})

test('the square never leaves the picture', () => {
  expect(cropSquare(moveCrop(initial, wide, { x: -9000, y: 50 }), wide)).toEqual({
    left: 0,
    top: 0,
    side: 800,
  })
  expect(cropSquare(moveCrop(initial, wide, { x: 9000, y: -50 }), wide)).toEqual({
    left: 400,
    top: 0,
    side: 800,
  })
})

test('zooming in keeps the centre, and zooming out brings the square back inside', () => {
  const zoomedIn = zoomCrop(initial, wide, 2)
  expect(cropSquare(zoomedIn, wide)).toEqual({ left: 400, top: 200, side: 400 })
  const corner = moveCrop(zoomedIn, wide, { x: 9000, y: 9000 })
  expect(cropSquare(corner, wide)).toEqual({ left: 800, top: 400, side: 400 })
  expect(cropSquare(zoomCrop(corner, wide, 1), wide)).toEqual({ left: 400, top: 0, side: 800 })
})

test('zooming is limited to the picture and to four times', () => {
  expect(zoomCrop(initial, wide, 0.2).zoom).toBe(1)
  expect(zoomCrop(initial, wide, 40).zoom).toBe(4)
})

test('the frame positions the square over the whole picture', () => {
  expect(picturePosition(initial, wide)).toEqual({ width: '150%', height: '100%', left: '-25%', top: '0%' })
  const position = picturePosition(zoomCrop(initial, wide, 2), wide)
  expect(position).toEqual({ width: '300%', height: '200%', left: '-100%', top: '-50%' })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '#tests/support/random-runs.ts'
import { type Crop, cropStyle, middleCrop, moveCrop, placeCrop, type Size, zoomCrop } from './crop.ts'

const wide = { width: 1200, height: 800 }
const square = { width: 1, height: 1 }
const place = (crop: Crop) => placeCrop(crop, wide, square)

test('the frame never leaves the picture', () => {
  expect(place(moveCrop(middleCrop, wide, square, { x: -9, y: 0.1 }))).toMatchObject({ x: 400, y: 400 })
  expect(place(moveCrop(middleCrop, wide, square, { x: 9, y: -0.1 }))).toMatchObject({ x: 800, y: 400 })
})

test('zooming keeps the middle, also on the way back', () => {
  const zoomed = zoomCrop(middleCrop, 2, 4)
  expect(place(zoomed)).toMatchObject({ x: 600, y: 400, scale: 1 / 400 })
  const corner = moveCrop(zoomed, wide, square, { x: 9, y: 9 })
  expect(place(corner)).toMatchObject({ x: 1000, y: 600 })
  expect(place(zoomCrop(corner, 1, 4))).toMatchObject({ x: 800, y: 400 })
  expect(zoomCrop(zoomCrop(corner, 1, 4), 2, 4)).toEqual(corner)
  expect([zoomCrop(middleCrop, 0.2, 4).zoom, zoomCrop(middleCrop, 40, 4).zoom]).toEqual([1, 4])
})

test('a picture turned by a quarter fills the frame with its other sides, and moves with the pointer', () => {
  const turned = { ...middleCrop, turn: 90 }
  expect(placeCrop(turned, wide, { width: 80, height: 120 }).scale).toBeCloseTo(0.1)
  const moved = moveCrop({ ...turned, zoom: 2 }, wide, { width: 80, height: 120 }, { x: 10, y: 0 })
  expect([moved.x, moved.y].map((share) => share.toFixed(4))).toEqual(['0.5000', '0.4375'])
})

test('the style shows the part of the picture', () => {
  expect(cropStyle(middleCrop, wide, square)).toMatchObject({ width: '150%', height: '100%', left: '-25%', top: '0%' })
  const zoomed = cropStyle({ ...middleCrop, zoom: 2 }, wide, square)
  expect(zoomed).toMatchObject({ width: '300%', height: '200%', left: '-100%', top: '-50%' })
})

const share = fc.double({ min: 0, max: 1, noNaN: true })
const length = fc.integer({ min: 1, max: 9000 })
const arbitrarySize = fc.record({ width: length, height: length })
const arbitraryCrop = fc.record({
  x: share,
  y: share,
  zoom: fc.double({ min: 1, max: 8, noNaN: true }),
  turn: fc.double({ min: -180, max: 180, noNaN: true }),
})

/** The corners of the frame, in shares of the picture. */
function cornersOf(crop: Crop, picture: Size, frame: Size) {
  const { x, y, scale, angle } = placeCrop(crop, picture, frame)
  return [-1, 1].flatMap((right) =>
    [-1, 1].map((down) => {
      const [across, along] = [(right * frame.width) / 2 / scale, (down * frame.height) / 2 / scale]
      return [
        (x + across * Math.cos(angle) + along * Math.sin(angle)) / picture.width,
        (y + along * Math.cos(angle) - across * Math.sin(angle)) / picture.height,
      ]
    }),
  )
}

test('no corner of the frame is empty, however the picture is moved, zoomed and turned', () => {
  fc.assert(
    fc.property(arbitraryCrop, arbitrarySize, arbitrarySize, share, (crop, picture, frame, by) => {
      const moved = moveCrop(crop, picture, frame, { x: (by - 0.5) * frame.width, y: by * frame.height })
      for (const shares of [...cornersOf(crop, picture, frame), ...cornersOf(moved, picture, frame)].flat()) {
        expect(shares).toBeGreaterThan(-1e-6)
        expect(shares).toBeLessThan(1 + 1e-6)
      }
    }),
    { numRuns: randomRuns },
  )
})

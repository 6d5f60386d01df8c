import { expect, test } from 'vitest'
import { reducePicture } from './reduce-picture.ts'

const padding = new Uint8Array(20 * 1024 * 1024)

async function pictureFile(width: number, height: number, more: BlobPart[] = []) {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.fillRect(0, 0, width / 2, height)
  const png = await canvas.convertToBlob()
  return new File([png, ...more], 'moth.night.png', { type: 'image/png' })
}

test('a picture above 20 MB becomes a JPEG of at most 4000 pixels a side, on white', async () => {
  const small = await reducePicture(await pictureFile(6000, 3000, [padding]))
  expect([small.name, small.type]).toEqual(['moth.night.jpg', 'image/jpeg'])
  expect(small.size).toBeLessThan(2_000_000)
  const bitmap = await createImageBitmap(small)
  expect([bitmap.width, bitmap.height]).toEqual([4000, 2000])
  const pen = new OffscreenCanvas(4000, 2000).getContext('2d')
  pen?.drawImage(bitmap, 0, 0)
  const redAt = (x: number) => pen?.getImageData(x, 1000, 1, 1).data[0] ?? -1
  expect(redAt(1000)).toBeLessThan(5)
  expect(redAt(3000)).toBeGreaterThan(250)
})

test('other pictures stay as they are', async () => {
  const file = await pictureFile(5000, 20)
  expect(await reducePicture(file)).toBe(file)
})

test('a picture that the browser cannot open is refused with a reason', async () => {
  const file = new File([padding, 'x'], 'scan.tiff', { type: 'image/tiff' })
  await expect(reducePicture(file)).rejects.toThrow(
    'This image is larger than 20 MB, and your browser can’t open it to make it smaller. Save it as a smaller JPEG and try again.',
  )
})

import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { exampleProfile } from '#web/creators/example-creator.testing.ts'
import { expectGone, expectToast, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, memberId, memberServer, openSite } from '#web/site/site.testing.tsx'
import { Page } from '../profile-page.tsx'

const path = `/api/users/${memberId}`
const photoPath = `${path}/profile-picture`
const wren = exampleProfile({ id: memberId, username: 'wren' })
const server = memberServer({
  [path]: { user: wren },
  [`${path}/zines`]: { zines: [], nextCursor: null },
  [photoPath]: { profileImageUrl: '/media/a.webp' },
})

const dialog = page.getByRole('dialog', { name: 'Profile photo' })
const frame = dialog.getByRole('button', { name: 'Part of the photo to show' })
const useButton = dialog.getByRole('button', { name: 'Use this photo' })

/** A picture of two squares: red on the left, blue on the right. */
async function picture() {
  const canvas = new OffscreenCanvas(200, 100)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser can’t process images')
  pen.fillStyle = 'red'
  pen.fillRect(0, 0, 100, 100)
  pen.fillStyle = 'blue'
  pen.fillRect(100, 0, 100, 100)
  return new File([await canvas.convertToBlob()], 'moth.png', { type: 'image/png' })
}

async function chooseFile(file: File) {
  await openSite({ at: '/profile', routes: [{ path: '/profile/:id?', Component: Page }] })
  await expectVisible(page.getByRole('button', { name: 'Change profile photo' }))
  const field = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!field) throw new Error('There is no file field')
  const files = new DataTransfer()
  files.items.add(file)
  field.files = files.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** The colours at the left and right end of the uploaded picture. */
async function sentEdgeColours() {
  const { base64Image } = server.bodyOf(photoPath) as { base64Image: string }
  expect(base64Image).toMatch(/^data:image\/(webp|png);base64,/)
  const image = new Image()
  image.src = base64Image
  await image.decode()
  expect(image.naturalWidth).toBe(image.naturalHeight)
  const pen = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d')
  pen?.drawImage(image, 0, 0)
  const at = (x: number) => {
    const [red = 0, , blue = 0] = pen?.getImageData(x, image.naturalHeight / 2, 1, 1).data ?? []
    return red > blue ? 'red' : 'blue'
  }
  return [at(2), at(image.naturalWidth - 3)]
}

const notAPicture =
  'This file can’t be opened as an image. It may be damaged, or not an image at all. Save it as JPEG or PNG and try again.'
const large = new Uint8Array(5 * 1024 * 1024 + 1)
test.each([
  [['moths'], 'moths.txt', 'text/plain', 'Invalid file type', 'Please select an image file.'],
  [[large], 'moth.png', 'image/png', 'File too large', 'Please select an image smaller than 5MB.'],
  [['moths'], 'moth.png', 'image/png', 'Upload failed', notAPicture],
])(
  'an invalid photo is rejected with a message that names the problem (%#)',
  async (parts, name, type, title, description) => {
    await chooseFile(new File(parts, name, { type }))
    await expectToast({ title, description, variant: 'destructive' })
    await expectGone(dialog)
  },
)

test('a file that can no longer be read is reported as a failed upload', async () => {
  const reading = vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'))
  await chooseFile(new File(['moths'], 'moth.png', { type: 'image/png' }))
  await expectToast({ title: 'Upload failed', description: 'Failed to upload profile image. Please try again.' })
  reading.mockRestore()
})

test('the middle of a picture becomes the photo, is sent once, and is shown immediately', async () => {
  const respond = server.hold(photoPath)
  await chooseFile(await picture())
  await useButton.click()
  await dialog.getByRole('button', { name: 'Uploading…' }).click({ force: true })
  await expect.element(dialog.getByText('Uploading your photo')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expectVisible(dialog)
  const profileImageUrl = URL.createObjectURL(await picture())
  server.responses[path] = { user: { ...wren, profileImageUrl } }
  expect(server.calls(photoPath)).toBe(1)
  respond({ profileImageUrl })
  await expectToast({ title: 'Profile Picture Updated' })
  await expectGone(dialog)
  await expect.poll(() => document.querySelector('.profile-page-pic img')?.getAttribute('src')).toBe(profileImageUrl)
  await expect.element(page.getByRole('button', { name: 'Change profile photo' })).toHaveFocus()
  expect(await sentEdgeColours()).toEqual(['red', 'blue'])
})

const pressRight = async () => {
  for (let step = 0; step < 12; step += 1) await userEvent.keyboard('{ArrowRight}')
}
const tapLeft = async () => {
  const { height } = (await frame.findElement()).getBoundingClientRect()
  await frame.click({ position: { x: 4, y: height / 2 } })
}
test.each([
  ['arrow keys choose another part', pressRight, 'blue'],
  ['a tap brings what it meets to the middle', tapLeft, 'red'],
])('%s', async (_, interact, colour) => {
  await chooseFile(await picture())
  await expect.element(frame).toHaveFocus()
  await interact()
  await useButton.click()
  await expectToast({ title: 'Profile Picture Updated' })
  expect(await sentEdgeColours()).toEqual([colour, colour])
})

test('plus and minus, a slider and two buttons zoom', async () => {
  await chooseFile(await picture())
  const slider = dialog.getByRole('slider', { name: 'Zoom' })
  await expect.element(frame).toHaveFocus()
  await userEvent.keyboard('+')
  await expect.element(slider).toHaveValue('1.25')
  await userEvent.keyboard('-')
  await expect.element(slider).toHaveValue('1')
  await dialog.getByRole('button', { name: 'Larger' }).click()
  await expect.element(slider).toHaveValue('1.25')
  await dialog.getByRole('button', { name: 'Smaller' }).click()
  await expect.element(slider).toHaveValue('1')
})

test.each([
  [errorResponse('media_refused', 'This is not an image.'), 'This is not an image.'],
  [new Response('', { status: 502 }), 'Failed to upload profile picture'],
])('a photo that could not be saved waits to be tried again', async (response, description) => {
  server.responses[photoPath] = response
  await chooseFile(await picture())
  await useButton.click()
  await expectToast({ title: 'Upload Failed', description, variant: 'destructive' })
  await expectVisible(useButton)
  server.responses[photoPath] = { profileImageUrl: '/media/a.webp' }
  await useButton.click()
  await expectToast({ title: 'Profile Picture Updated' })
})

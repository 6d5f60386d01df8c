import { expect, test } from 'vitest'
import { canBeLaidOut, fileProblem, kindOfFile, shareProblem } from './upload-rules.ts'

const file = (name: string, type = '', size = 1) => ({ name, type, size })
const images = (count: number) => Array.from({ length: count }, (_, n) => file(`${n}.png`, 'image/png'))
const video = file('moth.mp4', 'video/mp4')

test.each([
  ['scan.png', 'image/png', 'image'],
  ['drawing.svg', 'image/svg+xml', 'image'],
  ['clip.mov', 'video/quicktime', 'video'],
  ['SCAN.JPG', '', 'image'],
  ['clip.webm', 'application/octet-stream', 'video'],
  ['notes.pdf', 'application/pdf', undefined],
  ['notes.png', 'application/pdf', undefined],
  ['notes', '', undefined],
])('%s of type "%s" counts as %s', (name, type, kind) => {
  expect(kindOfFile(file(name, type))).toBe(kind)
})

test('one file of another kind rejects the whole selection', () => {
  expect(fileProblem([], [...images(1), file('a.pdf', 'application/pdf')])).toBe(
    'Please select image or video files only.',
  )
})

test('a video must be alone', () => {
  const oneVideoMessage = 'You can only upload one video at a time.'
  expect(fileProblem([], [video])).toBeUndefined()
  expect(fileProblem([], [video, video])).toBe(oneVideoMessage)
  expect(fileProblem([], [...images(1), video])).toBe(oneVideoMessage)
  expect(fileProblem(['image'], [video])).toBe(oneVideoMessage)
  expect(fileProblem(['video'], images(1))).toBe(oneVideoMessage)
})

test('five images fit and a sixth does not, together or added later', () => {
  expect(fileProblem([], images(5))).toBeUndefined()
  expect(fileProblem([], images(6))).toBe('You can upload up to 5 images or 1 video.')
  expect(fileProblem(['image', 'image'], images(3))).toBeUndefined()
  expect(fileProblem(['image', 'image'], images(4))).toBe('You can upload up to 5 images total.')
})

test('a drawing that is too large is rejected before it is sent, and no other image of that size', () => {
  const maxBytes = 1024 * 1024
  const message = 'This drawing is larger than 1 MB. Simplify it, or save it as PNG, and try again.'
  expect(fileProblem([], [file('a.svg', 'image/svg+xml', maxBytes)])).toBeUndefined()
  expect(fileProblem([], [...images(1), file('a.svg', 'image/svg+xml', maxBytes + 1)])).toBe(message)
  expect(fileProblem([], [file('A.SVG', '', maxBytes + 1)])).toBe(message)
  expect(fileProblem([], [file('a.png', 'image/png', maxBytes + 1)])).toBeUndefined()
})

test('extra pictures or a PDF can go to the layout table, and a video cannot', () => {
  const pdf = file('a.pdf', 'application/pdf')
  expect(canBeLaidOut([], images(6))).toBe(true)
  expect(canBeLaidOut(['image', 'image'], images(4))).toBe(true)
  expect(canBeLaidOut([], images(5))).toBe(false)
  expect(canBeLaidOut([], [pdf])).toBe(true)
  expect(canBeLaidOut([], [file('SCAN.PDF')])).toBe(true)
  expect(canBeLaidOut(['image'], [...images(1), pdf])).toBe(true)
  expect(canBeLaidOut(['video'], [pdf])).toBe(false)
  expect(canBeLaidOut([], [...images(6), video])).toBe(false)
  expect(canBeLaidOut([], [file('notes.txt', 'text/plain'), pdf])).toBe(false)
})

test('a zine is shared with a visible title only', () => {
  for (const title of ['', ' ', '\u200B', '\u2800', '\u3164']) {
    expect(shareProblem({ title, pages: 1, signedIn: true }), JSON.stringify(title)).toMatch('required fields')
  }
  expect(shareProblem({ title: '♥', pages: 1, signedIn: true })).toBeUndefined()
})

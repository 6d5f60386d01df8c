import { expect, test } from 'vitest'
import {
  canBeLaidOut,
  divideFiles,
  fileProblem,
  kindOfFile,
  pictureProblem,
  refusalMessage,
  selectionProblem,
  shareProblem,
} from './upload-rules.ts'

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

const notMedia = 'Please select image or video files only.'

test.each([
  ['notes.txt', 'text/plain', notMedia],
  ['a.pdf', 'application/pdf', notMedia],
  ['IMG_1.HEIC', 'image/heic', 'Few browsers support HEIC. Save the photo as JPEG and try again.'],
  ['IMG_1.heif', '', 'Few browsers support HEIC. Save the photo as JPEG and try again.'],
  ['scan.bmp', 'image/bmp', 'BMP images are not supported. Save the image as PNG and try again.'],
  ['cover.psd', 'image/vnd.adobe.photoshop', /drawing program/],
  ['old.avi', '', /old format/],
  ['scan.tif', 'image/tiff', undefined],
  ['scan.TIFF', '', undefined],
  ['drawing.svgz', 'image/svg+xml', undefined],
])('%s of type "%s" is refused with advice for its format, or accepted', (name, type, problem) => {
  if (problem instanceof RegExp) expect(fileProblem(file(name, type))).toMatch(problem)
  else expect(fileProblem(file(name, type))).toBe(problem)
})

test('where only a picture can be, a picture that is refused gets the advice for its format', () => {
  expect(pictureProblem(file('a.png', 'image/png'))).toBeUndefined()
  for (const name of ['a.heic', 'a.psd', 'a.jxl', 'a.cr2']) {
    expect(pictureProblem(file(name))).toMatch(/Save the|Export it/)
    expect(pictureProblem(file(name))).toBe(fileProblem(file(name)))
  }
  for (const name of ['a.mp4', 'a.avi', 'a.pdf', 'notes'])
    expect(pictureProblem(file(name))).toBe('Please select an image file.')
})

test('good files are accepted, and the others are named with their problem', () => {
  const refusalOf = (...files: ReturnType<typeof file>[]) => refusalMessage(divideFiles(files))
  expect(divideFiles([file('notes.txt', 'text/plain'), ...images(2)]).accepted).toEqual(images(2))
  expect(refusalOf(file('notes.txt', 'text/plain'), ...images(1))).toBe(`Not added: notes.txt. ${notMedia}`)
  expect(refusalOf(...images(2))).toBeUndefined()
  expect(refusalOf(file('a.txt', 'text/plain'), file('b.txt', 'text/plain'))).toBe(notMedia)
  expect(refusalOf(file('a.txt', 'text/plain'), file('b.bmp', 'image/bmp'))).toBe(
    `Not added: a.txt. ${notMedia} Not added: b.bmp. BMP images are not supported. Save the image as PNG and try again.`,
  )
  const texts = Array.from({ length: 300 }, (_, n) => file(`${n}.txt`, 'text/plain'))
  expect(refusalOf(...texts, ...images(1))).toBe(`Not added: 0.txt, 1.txt, 2.txt and 297 more files. ${notMedia}`)
})

test('a video must be alone', () => {
  const oneVideoMessage = 'You can only upload one video at a time.'
  expect(selectionProblem([], [video])).toBeUndefined()
  expect(selectionProblem([], [video, video])).toBe(oneVideoMessage)
  expect(selectionProblem([], [...images(1), video])).toBe(oneVideoMessage)
  expect(selectionProblem(['image'], [video])).toBe(oneVideoMessage)
  expect(selectionProblem(['video'], images(1))).toBe(oneVideoMessage)
})

test('five images fit and a sixth does not, together or added later', () => {
  expect(selectionProblem([], images(5))).toBeUndefined()
  expect(selectionProblem([], images(6))).toBe('You can upload up to 5 images or 1 video.')
  expect(selectionProblem(['image', 'image'], images(3))).toBeUndefined()
  expect(selectionProblem(['image', 'image'], images(4))).toBe('You can upload up to 5 images total.')
})

test('a drawing that is too large is rejected before it is sent, and no other image of that size', () => {
  const maxBytes = 1024 * 1024
  const message = 'This drawing is larger than 1 MB. Simplify it, or save it as PNG, and try again.'
  expect(fileProblem(file('a.svg', 'image/svg+xml', maxBytes))).toBeUndefined()
  expect(fileProblem(file('a.svg', 'image/svg+xml', maxBytes + 1))).toBe(message)
  expect(fileProblem(file('A.SVG', '', maxBytes + 1))).toBe(message)
  expect(fileProblem(file('a.png', 'image/png', maxBytes + 1))).toBeUndefined()
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

import { expect, test } from 'vitest'
import { imageAddress } from '#contract/media-address.ts'

import { errorResponse, fakeServer } from '#web/site/site.testing.tsx'
import { exampleRecipe } from '../example-recipe.testing.ts'
import { loadPictures } from './load-pictures.ts'

const server = fakeServer({})

const url = imageAddress('0123456789abcdef0123456789abcdef')
const recipeWith = (...urls: (string | null)[]) => ({
  ...exampleRecipe({ template: 'comic' }),
  pictures: urls.map((address) => (address === null ? null : { url: address, altText: '' })),
})

async function picture() {
  const canvas = new OffscreenCanvas(30, 20)
  canvas.getContext('2d')?.fillRect(0, 0, 30, 20)
  return new Response(await canvas.convertToBlob())
}

test('loads the pictures of the site, in order, with a gap for a panel without one', async () => {
  server.responses[url] = picture()
  const pictures = await loadPictures(recipeWith(null, url))
  expect(pictures.map((bitmap) => bitmap?.width ?? null)).toEqual([null, 30])
})

test.each([
  'https://tracker.example/0123456789abcdef0123456789abcdef-1600.webp',
  `https://tracker.example${url}`,
  `//tracker.example${url}`,
  `/${url}`,
  `/media/..${url}`,
  `${url}?n=1`,
  '/media/../api/auth/sign-out',
  '/api/auth/user',
  'data:image/png;base64,iVBORw0KGgo=',
  'blob:https://site.example/5',
  imageAddress('0123456789abcdef0123456789abcdef').replace('webp', 'mp4'),
])('%s is not requested', async (address) => {
  expect(await loadPictures(recipeWith(address))).toEqual([null])
  expect(server.requests).toEqual([])
})

test('a removed picture is missing', async () => {
  server.responses[url] = errorResponse('not_found', 'Not found.')
  expect(await loadPictures(recipeWith(url))).toEqual([null])
})

test('a picture that cannot be loaded is an error, so that no page is saved without it', async () => {
  const message = 'An image on this page could not be loaded. Check your connection and try again.'
  await expect(loadPictures(recipeWith(url))).rejects.toThrow(message)
  server.responses[url] = errorResponse('unavailable', 'Busy.')
  await expect(loadPictures(recipeWith(url))).rejects.toThrow(message)
  server.responses[url] = new Response('no picture')
  await expect(loadPictures(recipeWith(url))).rejects.toThrow(message)
})

test('an aborted load rejects with the reason', async () => {
  await expect(loadPictures(recipeWith(url), AbortSignal.abort(new Error('Closed')))).rejects.toThrow('Closed')
})

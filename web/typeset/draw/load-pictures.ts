import { hashFromAddress, imageAddress } from '#contract/media-address.ts'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { RenderError } from './render-error.ts'

const timeoutMs = 60_000

/**
 * The pictures of a recipe, which the caller closes. Null is a picture that is missing or was removed, and an address
 * of anything but a picture of this site, which is not requested.
 */
export async function loadPictures({ pictures }: Pick<PageRecipe, 'pictures'>, signal?: AbortSignal) {
  const results = await Promise.allSettled(
    pictures.map((picture) => (picture ? loadPicture(picture.url, signal) : null)),
  )
  const failed = results.find((result) => result.status === 'rejected')
  const loaded = results.map((result) => (result.status === 'fulfilled' ? result.value : null))
  if (!failed) return loaded
  for (const picture of loaded) picture?.close()
  throw failed.reason
}

async function loadPicture(url: string, signal?: AbortSignal) {
  if (url !== imageAddress(hashFromAddress(url) ?? '')) return null
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    if (response.status === 404 || response.status === 410) return null
    if (!response.ok) throw new Error(`Status ${response.status}`)
    return await createImageBitmap(await response.blob())
  } catch (cause) {
    signal?.throwIfAborted()
    throw new RenderError('An image on this page could not be loaded. Check your connection and try again.', { cause })
  }
}

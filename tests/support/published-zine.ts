import { readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import { fixtures, send } from './journey.ts'
import { ownPictures, sentOnce } from './shared-pictures.ts'

type Zine = { id: string; title: string; mediaUrls: string[] }

/** Publishes a zine as the context's member: of one page, or of these fixtures. Each picture is uploaded once per process. */
export async function publish(request: APIRequestContext, title: string, ...names: string[]): Promise<Zine> {
  return publishPages(request, title, await pictures(request, ...(names.length > 0 ? names : ['photo.avif'])))
}

/** The URLs of these pictures for the context's member. */
export async function pictures(request: APIRequestContext, ...names: string[]) {
  const sent = await Promise.all(names.map((name) => sentOnce(name, async () => [read(name)])))
  return ownPictures(request, sent.flat())
}

/** Like `publish`, but uploads the file each time. For videos, and for sites other than the shared one of all journeys. */
export async function sendAndPublish(request: APIRequestContext, title: string, name: string): Promise<Zine> {
  const data = { base64String: read(name).toString('base64') }
  const { url } = await send(request, 'post', '/api/upload-zine-media', data)
  return publishPages(request, title, [url])
}

async function publishPages(request: APIRequestContext, title: string, urls: string[]) {
  const mediaFiles = urls.map((url) => ({ url, altText: `A page of ${title}` }))
  const data = { title, description: `About ${title}`, aspectRatio: '4:5', mediaFiles }
  return (await send(request, 'post', '/api/zines', data)).zine
}

function read(name: string) {
  const [path = ''] = fixtures(name)
  return readFileSync(path)
}

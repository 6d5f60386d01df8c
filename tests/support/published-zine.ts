import { readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import { callApi, fixtures } from './journey.ts'
import { copyPicturesToMember, uploadOnce } from './shared-pictures.ts'

type Zine = { id: string; title: string; mediaUrls: string[] }

/** Publishes a zine as the context's member: of one page, or of these fixtures. Each picture is uploaded once per process. */
export async function publish(request: APIRequestContext, title: string, ...names: string[]): Promise<Zine> {
  return publishPages(request, title, await pictures(request, ...(names.length > 0 ? names : ['photo.avif'])))
}

/** The URLs of these pictures for the context's member. */
export async function pictures(request: APIRequestContext, ...names: string[]) {
  const hashes = await Promise.all(names.map((name) => uploadOnce(name, async () => [read(name)])))
  return copyPicturesToMember(request, hashes.flat())
}

/** Like `publish`, but uploads the file each time. For videos, and for sites other than the shared one of all journeys. */
export async function uploadAndPublish(request: APIRequestContext, title: string, name: string): Promise<Zine> {
  const data = { base64String: read(name).toString('base64') }
  const { url } = await callApi(request, 'post', '/api/upload-zine-media', data)
  return publishPages(request, title, [url])
}

async function publishPages(request: APIRequestContext, title: string, urls: string[]) {
  const mediaFiles = urls.map((url) => ({ url, altText: `A page of ${title}` }))
  const data = { title, description: `About ${title}`, aspectRatio: '4:5', mediaFiles }
  return (await callApi(request, 'post', '/api/zines', data)).zine
}

function read(name: string) {
  const [path = ''] = fixtures(name)
  return readFileSync(path)
}

import { hashFromAddress } from '#contract/media-address.ts'
import { between, pick } from '#tests/support/random.ts'
import { parseJson } from '#trials/site/client.ts'
import { testPicture, uploadMedia } from '#trials/site/publish.ts'
import type { Actor, ActorContext } from './actor.ts'
import { shelf, zineFact } from './facts.ts'
import { absent } from './write-log.ts'

/** Only a few, so that zines share pictures, and a picture may be deleted with one zine while it is uploaded for another. */
const pictures = 12
const words = ['moth', 'kitchen', 'lamp', 'atlas', 'seed', 'ferry', 'bench', 'toaster']

/** Uploads, publishes, reprints and deletes. An acknowledged upload must remain usable for publishing after any kill. */
export function publishActor({ writeLog, random, member }: ActorContext): Actor {
  const { call } = member.client
  const uploadedUrls: string[] = []
  const unfinished = new Set<string>()
  const published = new Map<string, string>()
  let issueCount = 0

  async function upload() {
    const picture = await testPicture(between(random, 1, pictures) * 300)
    const url = await uploadMedia(call, picture, (address) => unfinished.add(address)).catch(() => undefined)
    if (!url) return false
    unfinished.clear()
    uploadedUrls.push(url)
    return true
  }

  /** The number of unfinished uploads per member is limited. */
  async function cancelUnfinished() {
    for (const address of unfinished)
      await call('DELETE', address, { headers: { 'tus-resumable': '1.0.0' } }).catch(() => undefined)
    unfinished.clear()
  }

  async function publishNext() {
    const mediaFiles = uploadedUrls.splice(0, between(random, 1, 2))
    const title = `Issue ${++issueCount} of ${member.username} ${pick(random, words)} ${pick(random, words)}`
    const state = mediaFiles.map((url) => hashFromAddress(url)).join(' ')
    const body = { title, aspectRatio: '1:1', mediaFiles }
    const response = await writeLog.perform('publishing', { [zineFact(title)]: state }, () =>
      call('POST', '/api/zines', { body }),
    )
    if (response && response.status >= 400)
      writeLog.addProblem(`what was uploaded is not good for publishing: ${response.text}`)
    if (response?.status === 201) published.set(title, parseJson<{ zine: { id: string } }>(response).zine.id)
    return response !== undefined
  }

  async function deleteOne() {
    const [title, id] = pick(random, [...published])
    published.delete(title)
    const response = await writeLog.perform('deleting a zine', { [zineFact(title)]: absent }, () =>
      call('DELETE', `/api/zines/${id}`),
    )
    return response !== undefined
  }

  return {
    async prepare() {
      await cancelUnfinished()
      if (uploadedUrls.length === 0) await upload()
    },
    async act() {
      if (published.size > 8 || (published.size > 0 && random() < 0.3)) return deleteOne()
      if (uploadedUrls.length === 0 || random() < 0.3) return upload()
      if (published.size === 0 || random() < 0.7) return publishNext()
      return reprint({ writeLog, member }, pick(random, [...published]), uploadedUrls.pop() ?? '')
    },
  }
}

/** Replaces all pages with another picture: a new printing. */
async function reprint(
  { writeLog, member: { client } }: Pick<ActorContext, 'writeLog' | 'member'>,
  [title, id]: [title: string, id: string],
  url: string,
) {
  const path = `/api/zines/${id}`
  const response = await client.call('GET', path).catch(() => undefined)
  if (response?.status !== 200) return false
  const { version } = parseJson<{ zine: { version: number } }>(response).zine
  const body = { version, pages: [{ url }] }
  const printed = await writeLog.perform('new printing', { [zineFact(title)]: hashFromAddress(url) ?? '' }, () =>
    client.call('PUT', path, { body }),
  )
  if (printed && printed.status >= 400) writeLog.addProblem(`a zine got no new printing: ${printed.text}`)
  return printed !== undefined
}

/** Publishes zines that remain, for favoriting, before the first kill. Returns their ids. */
export async function publishShelfZines({ writeLog, member }: ActorContext, count: number) {
  const ids: string[] = []
  for (let n = 1; n <= count; n++) {
    const url = await uploadMedia(member.client.call, await testPicture(n * 300))
    const title = `${shelf} ${n}`
    const body = { title, aspectRatio: '1:1', mediaFiles: [url] }
    const response = await writeLog.perform('filling', { [zineFact(title)]: hashFromAddress(url) ?? '' }, () =>
      member.client.call('POST', '/api/zines', { body }),
    )
    if (response?.status !== 201) throw new Error(`The shelf could not be filled: ${response?.text}`)
    ids.push(parseJson<{ zine: { id: string } }>(response).zine.id)
  }
  return ids
}

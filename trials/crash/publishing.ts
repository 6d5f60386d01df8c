import { hashOfAddress } from '#contract/media-address.ts'
import { between, pick } from '#trials/bench/seed/random.ts'
import { jsonOf } from '#trials/site/client.ts'
import { pictureOf, uploadMedia } from '#trials/site/publish.ts'
import { shelf, zineFact } from './facts.ts'
import { absent } from './ledger.ts'
import type { Actor, Desk } from './people.ts'

/** Only a few, so that zines share pictures, and a picture may be deleted with one zine while it is uploaded for another. */
const pictures = 12
const words = ['moth', 'kitchen', 'lamp', 'atlas', 'seed', 'ferry', 'bench', 'toaster']

/** Uploads, publishes, reprints and deletes. An acknowledged upload must remain usable for publishing after any kill. */
export function publishing({ ledger, random, member }: Desk): Actor {
  const { call } = member.client
  const stock: string[] = []
  const unfinished = new Set<string>()
  const published = new Map<string, string>()
  let made = 0

  async function upload() {
    const picture = await pictureOf(between(random, 1, pictures) * 300)
    const url = await uploadMedia(call, picture, (address) => unfinished.add(address)).catch(() => undefined)
    if (!url) return false
    unfinished.clear()
    stock.push(url)
    return true
  }

  /** The number of unfinished uploads per member is limited. */
  async function giveUpUnfinished() {
    for (const address of unfinished)
      await call('DELETE', address, { headers: { 'tus-resumable': '1.0.0' } }).catch(() => undefined)
    unfinished.clear()
  }

  async function publishNext() {
    const mediaFiles = stock.splice(0, between(random, 1, 2))
    const title = `Issue ${++made} of ${member.username} ${pick(random, words)} ${pick(random, words)}`
    const state = mediaFiles.map((url) => hashOfAddress(url)).join(' ')
    const body = { title, aspectRatio: '1:1', mediaFiles }
    const answer = await ledger.act('publishing', { [zineFact(title)]: state }, () =>
      call('POST', '/api/zines', { body }),
    )
    if (answer && answer.status >= 400)
      ledger.notice(`what was uploaded is not good for publishing: ${answer.text}`)
    if (answer?.status === 201) published.set(title, jsonOf<{ zine: { id: string } }>(answer).zine.id)
    return answer !== undefined
  }

  async function deleteOne() {
    const [title, id] = pick(random, [...published])
    published.delete(title)
    const answer = await ledger.act('deleting a zine', { [zineFact(title)]: absent }, () =>
      call('DELETE', `/api/zines/${id}`),
    )
    return answer !== undefined
  }

  return {
    async prepare() {
      await giveUpUnfinished()
      if (stock.length === 0) await upload()
    },
    async act() {
      if (published.size > 8 || (published.size > 0 && random() < 0.3)) return deleteOne()
      if (stock.length === 0 || random() < 0.3) return upload()
      if (published.size === 0 || random() < 0.7) return publishNext()
      return printAnew({ ledger, member }, pick(random, [...published]), stock.pop() ?? '')
    },
  }
}

/** Replaces all pages with another picture: a new printing. */
async function printAnew(
  { ledger, member: { client } }: Pick<Desk, 'ledger' | 'member'>,
  [title, id]: [title: string, id: string],
  url: string,
) {
  const path = `/api/zines/${id}`
  const answer = await client.call('GET', path).catch(() => undefined)
  if (answer?.status !== 200) return false
  const { version } = jsonOf<{ zine: { version: number } }>(answer).zine
  const body = { version, pages: [{ url }] }
  const printed = await ledger.act('printing anew', { [zineFact(title)]: hashOfAddress(url) ?? '' }, () =>
    client.call('PUT', path, { body }),
  )
  if (printed && printed.status >= 400) ledger.notice(`a zine could not be printed anew: ${printed.text}`)
  return printed !== undefined
}

/** Publishes zines that remain, for favoriting, before the first kill. Returns their ids. */
export async function fillShelf({ ledger, member }: Desk, count: number) {
  const ids: string[] = []
  for (let n = 1; n <= count; n++) {
    const url = await uploadMedia(member.client.call, await pictureOf(n * 300))
    const title = `${shelf} ${n}`
    const body = { title, aspectRatio: '1:1', mediaFiles: [url] }
    const answer = await ledger.act('filling', { [zineFact(title)]: hashOfAddress(url) ?? '' }, () =>
      member.client.call('POST', '/api/zines', { body }),
    )
    if (answer?.status !== 201) throw new Error(`The shelf could not be filled: ${answer?.text}`)
    ids.push(jsonOf<{ zine: { id: string } }>(answer).zine.id)
  }
  return ids
}

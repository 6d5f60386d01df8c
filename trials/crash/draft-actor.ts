import { randomUUID } from 'node:crypto'
import { hashFromAddress } from '#contract/media-address.ts'
import { between, pick, type Random } from '#tests/support/random.ts'
import { type ClientResponse, parseJson } from '#trials/site/client.ts'
import { testPicture, uploadMedia } from '#trials/site/publish.ts'
import type { Actor, ActorContext } from './actor.ts'
import { draftFact, zineFact } from './facts.ts'
import { absent } from './write-log.ts'

/** Only a few, so that drafts and zines share pictures. */
const pictures = 12
const words = ['spread', 'cover', 'margin', 'staple', 'fold', 'crop']

type Draft = { id: string; title: string; hash: string }

/** Creates drafts, publishes each of them twice, and deletes drafts and published zines. */
export function draftActor({ writeLog, random, member }: ActorContext): Actor {
  const { call } = member.client
  const uploadedUrls: string[] = []
  const drafts: Draft[] = []
  const published = new Map<string, string>()
  let draftCount = 0

  async function upload() {
    const url = await uploadMedia(call, await randomPicture(random)).catch(() => undefined)
    if (url) uploadedUrls.push(url)
    return url !== undefined
  }

  async function createDraft() {
    const [url = ''] = uploadedUrls.splice(0, 1)
    const title = `Draft ${++draftCount} of ${member.username} ${pick(random, words)}`
    const draft = { id: randomUUID(), title, hash: hashFromAddress(url) ?? '' }
    const body = { id: draft.id, content: { title, pages: [{ url }] } }
    const response = await writeLog.perform('beginning a draft', { [draftFact(title)]: draft.hash }, () =>
      call('POST', '/api/drafts', { body }),
    )
    if (response && response.status >= 400)
      writeLog.addProblem(`what was uploaded is not good for a draft: ${response.text}`)
    else drafts.push(draft)
    return response !== undefined
  }

  /** Publishes again if the outcome is unknown, because the draft may already be a zine. */
  async function publish() {
    const [{ id, title, hash } = pick(random, drafts)] = drafts
    const send = () => call('POST', `/api/drafts/${id}/publish`, { body: { version: 1 } })
    const changes = { [draftFact(title)]: absent, [zineFact(title)]: hash }
    const response = await writeLog.perform('publishing a draft', changes, send)
    if (response) drafts.shift()
    if (response?.status !== 201) return response !== undefined
    published.set(title, zineIdFrom(response))
    const repeated = await send().catch(() => undefined)
    if (repeated?.status === 201 && zineIdFrom(repeated) !== zineIdFrom(response))
      writeLog.addProblem(`the draft “${title}” was published twice`)
    return repeated !== undefined && repeated.status < 500
  }

  async function remove(kind: string, fact: string, path: string) {
    const response = await writeLog.perform(kind, { [fact]: absent }, () => call('DELETE', path))
    return response !== undefined
  }

  async function removeDraft() {
    const [{ id, title } = pick(random, drafts)] = drafts
    const isConfirmed = await remove('deleting a draft', draftFact(title), `/api/drafts/${id}`)
    if (isConfirmed) drafts.shift()
    return isConfirmed
  }

  function removeZine() {
    const [title, id] = pick(random, [...published])
    published.delete(title)
    return remove('deleting a zine', zineFact(title), `/api/zines/${id}`)
  }

  return {
    async prepare() {
      if (uploadedUrls.length === 0) await upload()
    },
    async act() {
      if (published.size > 8 || (published.size > 0 && random() < 0.2)) return removeZine()
      if (drafts.length > 0 && random() < 0.6) return random() < 0.8 ? publish() : removeDraft()
      return uploadedUrls.length > 0 ? createDraft() : upload()
    },
  }
}

const randomPicture = (random: Random) => testPicture(between(random, 1, pictures) * 300)

const zineIdFrom = (response: ClientResponse) => parseJson<{ zine: { id: string } }>(response).zine.id

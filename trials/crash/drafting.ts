import { randomUUID } from 'node:crypto'
import { hashOfAddress } from '#contract/media-address.ts'
import { between, pick, type Random } from '#trials/bench/seed/random.ts'
import { type Answer, jsonOf } from '#trials/site/client.ts'
import { pictureOf, uploadMedia } from '#trials/site/publish.ts'
import { draftFact, zineFact } from './facts.ts'
import { absent } from './ledger.ts'
import type { Actor, Desk } from './people.ts'

/** Only a few, so that drafts and zines share pictures. */
const pictures = 12
const words = ['spread', 'cover', 'margin', 'staple', 'fold', 'crop']

type Draft = { id: string; title: string; hash: string }

/** Creates drafts, publishes each of them twice, and deletes drafts and published zines. */
export function drafting({ ledger, random, member }: Desk): Actor {
  const { call } = member.client
  const stock: string[] = []
  const drafts: Draft[] = []
  const published = new Map<string, string>()
  let made = 0

  async function upload() {
    const url = await uploadMedia(call, await somePicture(random)).catch(() => undefined)
    if (url) stock.push(url)
    return url !== undefined
  }

  async function begin() {
    const [url = ''] = stock.splice(0, 1)
    const title = `Draft ${++made} of ${member.username} ${pick(random, words)}`
    const draft = { id: randomUUID(), title, hash: hashOfAddress(url) ?? '' }
    const body = { id: draft.id, content: { title, pages: [{ url }] } }
    const answer = await ledger.act('beginning a draft', { [draftFact(title)]: draft.hash }, () =>
      call('POST', '/api/drafts', { body }),
    )
    if (answer && answer.status >= 400)
      ledger.notice(`what was uploaded is not good for a draft: ${answer.text}`)
    else drafts.push(draft)
    return answer !== undefined
  }

  /** Publishes again if the outcome is unknown, because the draft may already be a zine. */
  async function publish() {
    const [{ id, title, hash } = pick(random, drafts)] = drafts
    const sent = () => call('POST', `/api/drafts/${id}/publish`, { body: { version: 1 } })
    const changes = { [draftFact(title)]: absent, [zineFact(title)]: hash }
    const answer = await ledger.act('publishing a draft', changes, sent)
    if (answer) drafts.shift()
    if (answer?.status !== 201) return answer !== undefined
    published.set(title, idOf(answer))
    const again = await sent().catch(() => undefined)
    if (again?.status === 201 && idOf(again) !== idOf(answer))
      ledger.notice(`the draft “${title}” was published twice`)
    return again !== undefined && again.status < 500
  }

  async function remove(kind: string, fact: string, path: string) {
    const answer = await ledger.act(kind, { [fact]: absent }, () => call('DELETE', path))
    return answer !== undefined
  }

  async function removeDraft() {
    const [{ id, title } = pick(random, drafts)] = drafts
    const isAnswered = await remove('deleting a draft', draftFact(title), `/api/drafts/${id}`)
    if (isAnswered) drafts.shift()
    return isAnswered
  }

  function removeZine() {
    const [title, id] = pick(random, [...published])
    published.delete(title)
    return remove('deleting a zine', zineFact(title), `/api/zines/${id}`)
  }

  return {
    async prepare() {
      if (stock.length === 0) await upload()
    },
    async act() {
      if (published.size > 8 || (published.size > 0 && random() < 0.2)) return removeZine()
      if (drafts.length > 0 && random() < 0.6) return random() < 0.8 ? publish() : removeDraft()
      return stock.length > 0 ? begin() : upload()
    },
  }
}

const somePicture = (random: Random) => pictureOf(between(random, 1, pictures) * 300)

const idOf = (answer: Answer) => jsonOf<{ zine: { id: string } }>(answer).zine.id

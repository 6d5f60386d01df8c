import { randomUUID } from 'node:crypto'
import { createPublishableDraft } from '../../drafts.ts'
import { addImages, publishOnePage, publishZine } from '../../library.ts'
import type { Action } from '../fault-cases.ts'
import { expectRow, request, runTask, work } from './call.ts'

const countZines = `select count(*)::int as zines, min(page_count) as pages from zines where creator_id = $1`

const publish: Action = {
  name: 'publish five pictures',
  async prepare(site) {
    const member = await site.signUp()
    const body = { title: 'Five', aspectRatio: '4:5', mediaFiles: await addImages(site, member, 5) }
    return {
      run: request(site, member, 'POST', '/api/zines', body),
      check: () => expectRow(site, countZines, [member.id], { zines: 1, pages: 5 }),
    }
  },
}

const publishDraft: Action = {
  name: 'publish a draft',
  async prepare(site) {
    const member = await site.signUp()
    const draft = await createPublishableDraft(site, member, 'Laid out', { pages: 3 })
    return {
      run: request(site, member, 'POST', `/api/drafts/${draft.id}/publish`, { version: draft.version }),
      check: () => expectRow(site, countZines, [member.id], { zines: 1, pages: 3 }),
    }
  },
}

const publishScheduled: Action = {
  name: 'publish as scheduled',
  async prepare(site) {
    const member = await site.signUp()
    const { id } = await createPublishableDraft(site, member, 'In time', { pages: 2 })
    await site.sql(`update drafts set publish_at = now() - interval '1 second' where id = $1`, id)
    return {
      run: work(() => runTask(site, 'publish-draft', { draftId: id })),
      check: () => expectRow(site, countZines, [member.id], { zines: 1, pages: 2 }),
    }
  },
}

const editWithNewPrinting: Action = {
  name: 'edit with a new printing',
  again: [409],
  async prepare(site) {
    const member = await site.signUp()
    const zine = await publishZine(site, member, { title: 'Before', mediaFiles: await addImages(site, member, 2) })
    const pages = (await addImages(site, member, 3)).map((url) => ({ url }))
    return {
      run: request(site, member, 'PUT', `/api/zines/${zine.id}`, { version: zine.version, title: 'After', pages }),
      check: () =>
        expectRow(site, 'select title, page_count, printing, version from zines where id = $1', [zine.id], {
          title: 'After',
          page_count: 3,
          printing: 2,
          version: zine.version + 1,
        }),
    }
  },
}

const deleteZine: Action = {
  name: 'delete a zine',
  again: [404],
  async prepare(site) {
    const member = await site.signUp()
    const { id } = await publishOnePage(site, member, 'Not for long')
    return {
      run: request(site, member, 'DELETE', `/api/zines/${id}`),
      check: () => expectRow(site, countZines, [member.id], { zines: 0 }),
    }
  },
}

const beginDraft: Action = {
  name: 'begin a draft',
  async prepare(site) {
    const member = await site.signUp()
    const pages = (await addImages(site, member, 2)).map((url) => ({ url }))
    const id = randomUUID()
    return {
      run: request(site, member, 'POST', '/api/drafts', { id, content: { title: 'New', pages } }),
      check: () =>
        expectRow(site, 'select count(*)::int as drafts from drafts where owner_id = $1', [member.id], { drafts: 1 }),
    }
  },
}

const saveDraft: Action = {
  name: 'save a draft',
  async prepare(site) {
    const member = await site.signUp()
    const draft = await createPublishableDraft(site, member, 'Before')
    const pages = (await addImages(site, member, 2)).map((url) => ({ url }))
    const body = { version: draft.version, content: { title: 'After', pages } }
    return {
      run: request(site, member, 'PUT', `/api/drafts/${draft.id}`, body),
      check: () =>
        expectRow(
          site,
          `select content ->> 'title' as title, jsonb_array_length(content -> 'pages') as pages from drafts where id = $1`,
          [draft.id],
          { title: 'After', pages: 2 },
        ),
    }
  },
}

export const zineActions = [
  publish,
  publishDraft,
  publishScheduled,
  editWithNewPrinting,
  deleteZine,
  beginDraft,
  saveDraft,
]

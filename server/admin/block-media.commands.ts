import { msg } from '@lingui/core/runtime-macro'
import { apiError } from '#server/http/errors.ts'
import { blockMedia, listBlockedMedia, unblockMedia } from '#server/moderation/block-media.ts'
import { command, limit, listPosition, optionally, readTime, text, textParameter, toPage } from './command.ts'
import { findZine } from './zines.commands.ts'

const hash = /^[0-9a-f]{32}$/
const hashInAddress = /(?:^|\/media\/)([0-9a-f]{32})(?:[-.?#].*)?$/

const add = command({
  name: 'block-media add',
  summary: msg`Blocks uploads of an image or video, and of images that look like it.`,
  details: msg`For a zine, blocks all its pages. Block before removing: the perceptual hash is computed from its files.`,
  positionals: { media: textParameter(msg`a hash, the URL of a file, or the id or URL of a zine`) },
  options: { note: optionally(text(msg`a note for the list`, 200)) },
  run: async ({ db, actor }, { media, note = null }) => {
    const hash = hashInAddress.exec(media)?.[1]
    const target = hash ? { hash } : { zineId: (await findZine(db, media)).id }
    const outcome = await db.transaction().execute((tx) => blockMedia(tx, { ...target, note, actor }))
    if (outcome === 'absent') throw apiError('not_found', msg`Nothing to block in ${{ media }}.`)
    return { outcome, says: outcome === 'done' ? msg`It is blocked.` : msg`It was already blocked.` }
  },
})

const remove = command({
  name: 'block-media remove',
  summary: msg`Unblocks an image or video.`,
  positionals: { hash: textParameter(msg`a hash from the list, or the URL of a file`) },
  run: async ({ db, actor }, input) => {
    const hash = hashInAddress.exec(input.hash)?.[1] ?? ''
    const outcome = await db.transaction().execute((tx) => unblockMedia(tx, { hash, actor }))
    if (outcome === 'absent') throw apiError('not_found', msg`No blocked media ${{ hash: input.hash }}.`)
    return { outcome, says: msg`It is unblocked.` }
  },
})

const after = optionally(listPosition(readTime, hash))

const list = command({
  name: 'block-media list',
  summary: msg`Lists blocked media, most recent first.`,
  options: { limit, after },
  run: async ({ db }, { limit: maxRows, after: last }) => {
    const position = last && { at: last.order, hash: last.id }
    const media = await listBlockedMedia(db, { limit: maxRows + 1, after: position })
    const { page: rows, next } = toPage(media, maxRows, ({ blockedAt, hash }) => `${blockedAt.toISOString()}/${hash}`)
    return { rows, next }
  },
})

export const blockMediaCommands = [add, remove, list]

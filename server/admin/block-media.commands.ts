import { refuse } from '#server/http/errors.ts'
import { blockMedia, listBlockedMedia, unblockMedia } from '#server/moderation/block-media.ts'
import { command, limit, named, optionally, partOf, place, readTime, text } from './command.ts'
import { findZine } from './zines.commands.ts'

const hash = /^[0-9a-f]{32}$/
const inAddress = /(?:^|\/media\/)([0-9a-f]{32})(?:[-.?#].*)?$/

const add = command({
  name: 'block-media add',
  says: 'Blocks uploads of a picture or video, and of pictures that look like it.',
  more: 'For a zine, blocks all its pages. Block before removing: the perceptual hash is computed from its files.',
  takes: { media: named('a hash, the URL of a file, or the id or URL of a zine') },
  options: { note: optionally(text('a note for the list', 200)) },
  run: async ({ db, actor }, { media, note = null }) => {
    const hash = inAddress.exec(media)?.[1]
    const which = hash ? { hash } : { zineId: (await findZine(db, media)).id }
    const outcome = await db.transaction().execute((tx) => blockMedia(tx, { ...which, note, actor }))
    if (outcome === 'absent') throw refuse('not_found', `Nothing to block in ${media}.`)
    return { outcome, says: outcome === 'done' ? 'It is blocked.' : 'It was already blocked.' }
  },
})

const remove = command({
  name: 'block-media remove',
  says: 'Unblocks a picture or video.',
  takes: { hash: named('a hash from the list, or the URL of a file') },
  run: async ({ db, actor }, given) => {
    const hash = inAddress.exec(given.hash)?.[1] ?? ''
    const outcome = await db.transaction().execute((tx) => unblockMedia(tx, { hash, actor }))
    if (outcome === 'absent') throw refuse('not_found', `No blocked media ${given.hash}.`)
    return { outcome, says: 'It is unblocked.' }
  },
})

const after = optionally(place(readTime, hash))

const list = command({
  name: 'block-media list',
  says: 'Lists blocked media, most recent first.',
  options: { limit, after },
  run: async ({ db }, { limit: most, after: last }) => {
    const behind = last && { at: last.order, hash: last.id }
    const found = await listBlockedMedia(db, { limit: most + 1, after: behind })
    const { shown: rows, next } = partOf(
      found,
      most,
      ({ blockedAt, hash }) => `${blockedAt.toISOString()}/${hash}`,
    )
    return { rows, next }
  },
})

export const blockMediaCommands = [add, remove, list]

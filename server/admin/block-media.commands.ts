import { refuse } from '#server/http/errors.ts'
import { blockMedia, listBlockedMedia, unblockMedia } from '#server/moderation/block-media.ts'
import { command, limit, named, optionally, partOf, place, readTime, text } from './command.ts'
import { findZine } from './zines.commands.ts'

const hash = /^[0-9a-f]{32}$/
const inAddress = /(?:^|\/media\/)([0-9a-f]{32})(?:[-.?#].*)?$/

const add = command({
  name: 'block-media add',
  says: 'Lets nobody upload a picture or video again, nor what looks like it.',
  more: 'Of a zine all pages are blocked. Block first and remove then: what it looks like is seen in its files.',
  takes: { media: named('its hash, the address of a file, or the id or address of a zine') },
  options: { note: optionally(text('what the list says of it', 200)) },
  run: async ({ db, actor }, { media, note = null }) => {
    const hash = inAddress.exec(media)?.[1]
    const which = hash ? { hash } : { zineId: (await findZine(db, media)).id }
    const outcome = await db.transaction().execute((tx) => blockMedia(tx, { ...which, note, actor }))
    if (outcome === 'absent') throw refuse('not_found', `There is nothing to block in ${media}.`)
    return { outcome, says: outcome === 'done' ? 'Nobody can upload it again.' : 'It was blocked before.' }
  },
})

const remove = command({
  name: 'block-media remove',
  says: 'Lets it be uploaded again.',
  takes: { hash: named('a hash, which the list has, or the address of a file') },
  run: async ({ db, actor }, given) => {
    const hash = inAddress.exec(given.hash)?.[1] ?? ''
    const outcome = await db.transaction().execute((tx) => unblockMedia(tx, { hash, actor }))
    if (outcome === 'absent') throw refuse('not_found', `There is no blocked media ${given.hash}.`)
    return { outcome, says: 'It can be uploaded again.' }
  },
})

const after = optionally(place(readTime, hash))

const list = command({
  name: 'block-media list',
  says: 'Lists what nobody can upload again, the latest first.',
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

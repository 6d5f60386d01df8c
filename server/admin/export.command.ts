import { open, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { streamExport } from '#server/accounts/export/write-export.ts'
import { noteAct } from '#server/audit/audit.queries.ts'
import { refuse } from '#server/http/errors.ts'
import { openStorage } from '#server/media/storage/open-storage.ts'
import { command, member, named } from './command.ts'
import { findMember } from './members.queries.ts'

export const exportCommand = command({
  name: 'member export',
  says: 'Writes everything of a member into a zip, for somebody who cannot download it, as one who is suspended.',
  more: 'It is what they would download in Account Settings, projects and address too: be sure of who asks.',
  takes: { member, file: named('the zip to be made; it must not be there yet') },
  run: async ({ config, db, actor }, { member: who, file }) => {
    const { id, username } = await findMember(db, who)
    const storage = await openStorage(config)
    const into = await open(file, 'wx', 0o600).catch(explained(file))
    try {
      // Before anything is read: what was begun and broke off has been seen too.
      await noteAct(db, { actor, act: 'member exported', member_id: id, subject: `member ${id}` })
      const everything = streamExport({ db, storage, publicUrl: config.publicUrl }, id)
      await pipeline(everything, into.createWriteStream({ flush: true }))
    } catch (error) {
      await rm(file, { force: true })
      throw error
    }
    return { outcome: 'done', says: `Everything of ${username} is in ${file}.` }
  },
})

const explained =
  (file: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EEXIST') throw refuse('invalid_request', `${file} is there already.`)
    throw error
  }

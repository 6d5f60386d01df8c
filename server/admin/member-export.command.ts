import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { streamExport } from '#server/accounts/export/write-export.ts'
import { recordAction } from '#server/audit/audit.queries.ts'
import { apiError } from '#server/http/errors.ts'
import { openStorage } from '#server/media/storage/open-storage.ts'
import { command, member, textParameter } from './command.ts'
import { findMember } from './members.queries.ts'

export const exportCommand = command({
  name: 'member export',
  summary:
    'Exports a member’s data as a zip, for members who cannot download it themselves, for example when suspended.',
  details: 'It contains the same data as the download in Account Settings. Verify the identity of the person who asks.',
  positionals: { member, file: textParameter('the zip to write; it must not exist yet') },
  run: async ({ config, db, actor }, { member: memberName, file }) => {
    const { id, username } = await findMember(db, memberName)
    const storage = await openStorage(config)
    const output = await open(file, 'wx', 0o600).catch(rethrowFileError(file))
    try {
      // Logged in advance, as even an interrupted export reveals data.
      await recordAction(db, { actor, act: 'member exported', member_id: id, subject: `member ${id}` })
      const archive = streamExport({ db, storage, publicUrl: config.publicUrl }, id)
      await pipeline(archive, output.createWriteStream({ flush: true }))
    } catch (error) {
      await rm(file, { force: true })
      throw error
    }
    return { outcome: 'done', says: `The data of ${username} is in ${file}.` }
  },
})

const rethrowFileError =
  (file: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EEXIST') throw apiError('invalid_request', `${file} already exists.`)
    if (error.code === 'ENOENT') throw apiError('invalid_request', `The folder ${dirname(file)} does not exist.`)
    throw error
  }

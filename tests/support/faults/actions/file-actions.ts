import { mkdtemp, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { checkBackup, chooseBackup } from '#server/backup/check-backup.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { readConfig } from '#server/config/config.ts'
import { openPool, sessionOptions } from '#server/db/connection.ts'
import { listMigrations, migrate } from '#server/db/migrate.ts'
import { readDocuments } from '#server/documents/read-documents.ts'
import { readImports } from '#server/import/read-imports.ts'
import { sweepMedia } from '#server/media/media.jobs.ts'
import { numberedPdf } from '#tests/support/numbered-pdf.ts'
import { unzip } from '#tests/support/unzip.ts'
import { zipOf } from '#tests/support/zip-of.ts'
import { createDraft } from '../../drafts.ts'
import { integrityProblems, rowProblems } from '../../integrity-check.ts'
import { publishZine, uploadPicture } from '../../library.ts'
import { ingestUpload, sendUpload } from '../../send-upload.ts'
import { listening, type Member, type TestApp } from '../../test-app.ts'
import { createEmptyDatabase, databaseUrlOf } from '../../test-database.ts'
import type { Action } from '../fault-cases.ts'
import { expectRow, request, withoutResponse, work } from './call.ts'

const ownMedia = 'select count(distinct hash)::int as pictures from media where owner_id = $1'

/** Each upload has a picture of its own, so that no case finds the files of another. */
let pictures = 0
function nextPicture() {
  pictures += 1
  const background = { r: pictures % 256, g: Math.floor(pictures / 256) % 256, b: 99 }
  return sharp({ create: { width: 8, height: 10, channels: 3, background } })
    .png()
    .toBuffer()
}

const uploadBase64: Action = {
  name: 'upload a picture at once',
  async prepare(site) {
    const member = await site.signUp()
    const body = { base64String: (await nextPicture()).toString('base64') }
    return {
      run: request(site, member, 'POST', '/api/upload-zine-media', body),
      check: () => expectRow(site, ownMedia, [member.id], { pictures: 1 }),
    }
  },
}

/** A refused upload can end its connection before the response is read. Browsers resume both. */
function toUploadOutcome({ message }: Error) {
  const [, status] = /was answered (\d+)/.exec(message) ?? []
  return { status: message === 'fetch failed' ? 503 : Number(status), text: message }
}

const upload: Action = {
  name: 'upload a picture in parts',
  async prepare(site) {
    const member = await site.signUp()
    const address = await listening(site)
    const picture = await nextPicture()
    return {
      run: async () =>
        sendUpload(address, member, picture).then((path) => ingestUpload(site, member, path), toUploadOutcome),
      check: () => expectRow(site, ownMedia, [member.id], { pictures: 1 }),
    }
  },
}

async function addPdf(site: TestApp, member: Member) {
  const { id: draftId } = await createDraft(site, member, { title: 'From a PDF' })
  const uploadId = basename(await sendUpload(await listening(site), member, await nextPdf()))
  return { draftId, uploadId }
}

function nextPdf() {
  pictures += 1
  return numberedPdf(pictures)
}

const beginPdf: Action = {
  name: 'add a PDF',
  async prepare(site) {
    const member = await site.signUp()
    const { draftId, uploadId } = await addPdf(site, member)
    return {
      run: request(site, member, 'POST', `/api/drafts/${draftId}/documents`, { uploadId }),
      check: () =>
        expectRow(site, 'select count(*)::int as documents from documents where owner_id = $1', [member.id], {
          documents: 1,
        }),
    }
  },
}

const readPdf: Action = {
  name: 'read a PDF',
  isSlow: true,
  async prepare(site) {
    const member = await site.signUp()
    const begin = async () => {
      const { draftId, uploadId } = await addPdf(site, member)
      await site.post(`/api/drafts/${draftId}/documents`, { uploadId }, member)
    }
    await begin()
    const newest = 'select state from documents where owner_id = $1 order by created_at desc limit 1'
    return {
      /** Like a person: if the disk was full, they add the PDF again. */
      run: work(async () => {
        const [document] = await site.sql<{ state: string }>(newest, member.id)
        if (document?.state === 'refused') await begin()
        await readDocuments(site.documents)
      }),
      check: () =>
        expectRow(
          site,
          `select state, count(p.media_id) = page_count as is_complete
           from documents d left join document_pages p on p.document_id = d.id where owner_id = $1
           group by d.id order by d.created_at desc limit 1`,
          [member.id],
          { state: 'done', is_complete: true },
        ),
    }
  },
}

async function memberWithZine(site: TestApp) {
  const member = await site.signUp()
  const { url } = await uploadPicture(site, member, await nextPicture())
  await publishZine(site, member, { title: 'Kept', mediaFiles: [url] })
  return member
}

const onlyMembers = new WeakMap<TestApp, ReturnType<typeof memberWithZine>>()

/** The same for all cases, so that what is backed up does not grow with each of them. */
function onlyMemberWithZine(site: TestApp) {
  const member = onlyMembers.get(site) ?? memberWithZine(site)
  onlyMembers.set(site, member)
  return member
}

const exportAccount: Action = {
  name: 'export an account',
  async prepare(site) {
    const member = await memberWithZine(site)
    const problems: string[] = []
    return {
      async run() {
        const response = await download(site, member)
        const files = await unzip(response?.rawPayload ?? Buffer.alloc(0)).catch(() => undefined)
        if (!files) return response?.statusCode === 200 ? brokenOff : { status: response?.statusCode ?? 0 }
        const names = [...files.keys()]
        const hasPicture = names.some((name) => name.startsWith('media/') || name === 'missing.txt')
        const isComplete = names.includes('profile.json') && hasPicture
        if (!isComplete) problems.push(`a zip that seems complete contains only ${names}`)
        return { status: 200 }
      },
      check: async () => problems,
    }
  },
}

const brokenOff = withoutResponse('the download broke off')

/** A download that has begun can only break off. */
const download = ({ app }: TestApp, { id, cookie }: Member) =>
  app.inject({ url: `/api/users/${id}/export`, headers: { cookie } }).catch(() => undefined)

const backUp: Action = {
  name: 'back up',
  isSlow: true,
  async prepare(site) {
    await onlyMemberWithZine(site)
    const folder = await mkdtemp(join(site.dataDir, 'backups-'))
    const { config, pool } = site
    return {
      run: work(() => makeBackup({ config, pool, folder })),
      async check() {
        const backup = await chooseBackup(folder)
        const problems = await checkBackup(backup)
        const unfinished = (await readdir(folder)).filter((name) => name.includes('unfinished'))
        return [...problems.map((problem) => String(problem)), ...unfinished.map((name) => `${name} is left`)]
      },
    }
  },
}

const restore: Action = {
  name: 'restore a backup',
  isSlow: true,
  // A restored site is not empty.
  again: [0],
  async prepare(site) {
    const { username } = await onlyMemberWithZine(site)
    const folder = await mkdtemp(join(site.dataDir, 'backups-'))
    await makeBackup({ config: site.config, pool: site.pool, folder })
    const databaseUrl = databaseUrlOf(await createEmptyDatabase())
    const dataDir = await mkdtemp(join(site.dataDir, 'restored-'))
    // Like the command, each attempt reads the secret, which an earlier one may have restored.
    const openConfig = () => readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' })
    return {
      run: work(() => restoreBackup({ config: openConfig(), folder })),
      async check() {
        const pool = openPool({ connectionString: databaseUrl }, 1)
        const { rows } = await pool.query('select from users where username = $1', [username])
        const problems = await integrityProblems(pool, dataDir)
        await pool.end()
        return rows.length === 1 ? problems : ['the member is not restored', ...problems]
      },
    }
  },
}

const importZip: Action = {
  name: 'import a zip',
  isSlow: true,
  async prepare(site) {
    const member = await site.signUp()
    const zip = await zipOf({
      'zines.csv': 'title,files\nMoths,a.png|b.png\n',
      'a.png': await nextPicture(),
      'b.png': await nextPicture(),
    })
    const begin = async () => {
      const uploadId = basename(await sendUpload(await listening(site), member, zip))
      await site.post('/api/imports', { uploadId }, member)
    }
    await begin()
    const refused = `
      select from imports where owner_id = $1 and state in ('done', 'refused')
      and not exists (select from drafts where owner_id = $1)`
    return {
      /** Like a person: if the disk was full, they choose the zip again. */
      run: work(async () => {
        if ((await site.sql(refused, member.id)).length > 0) await begin()
        await readImports(site.documents)
      }),
      check: () =>
        expectRow(
          site,
          `select count(*)::int as drafts, min(jsonb_array_length(content -> 'pages')) as pages
           from drafts where owner_id = $1`,
          [member.id],
          { drafts: 1, pages: 2 },
        ),
    }
  },
}

const migrateDatabase: Action = {
  name: 'migrate a database',
  isSlow: true,
  async prepare() {
    const connectionString = databaseUrlOf(await createEmptyDatabase())
    return {
      async run() {
        const pool = openPool({ connectionString }, 2, {
          session: { options: sessionOptions({ statement_timeout: '0' }) },
        })
        const outcome = await work(() => migrate(pool))()
        await pool.end()
        return outcome
      },
      async check() {
        const pool = openPool({ connectionString }, 1)
        const problems = await rowProblems(pool)
        const { rows } = await pool.query<{ name: string }>('select name from kysely_migration')
        await pool.end()
        const missing = (await listMigrations()).length - rows.length
        return missing === 0 ? problems : [...problems, `${missing} migrations were not applied`]
      },
    }
  },
}

const sweep: Action = {
  name: 'sweep media',
  async prepare(site) {
    const member = await site.signUp()
    await uploadPicture(site, member, await nextPicture())
    const later = new Date(Date.now() + 3 * 24 * 60 * 60 * 1000)
    return {
      run: work(() => sweepMedia(site.media, later)),
      check: () => expectRow(site, ownMedia, [member.id], { pictures: 0 }),
    }
  },
}

/** What a site whose files are in a store does with them. */
export const storeActions = [uploadBase64, upload, beginPdf, readPdf, importZip, exportAccount, backUp, sweep]

export const fileActions = [...storeActions, restore, migrateDatabase]

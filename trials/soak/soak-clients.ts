import { setTimeout as sleep } from 'node:timers/promises'
import type { DraftDocument } from '#contract/documents.ts'
import type { Draft } from '#contract/drafts.ts'
import type { ZineImport } from '#contract/imports.ts'
import type { FullZine, ZineList } from '#contract/zines.ts'
import { numberedPdf } from '#tests/support/numbered-pdf.ts'
import { zipOf } from '#tests/support/zip-of.ts'
import { type Call, expectOk, openClient, parseJson } from '#trials/site/client.ts'
import { clientAddress, type LoadClient, type RequestCounter } from '#trials/site/load-clients.ts'
import { sendPart, startUpload, testPicture, uploadMedia } from '#trials/site/publish.ts'
import type { Site } from '#trials/site/site.ts'

/** Pictures of these clients differ from those of the background load. */
const firstPicture = 3_000
const minute = 60_000

/** Everyone who uses a site in addition to the background load. They delete what they make. */
export const createSoakClients = (site: Site, counter: RequestCounter): Promise<LoadClient[]> =>
  Promise.all(
    [createReturningMember, createDraftMaker, createPdfReader, createImporter, createSubscriber].map((create, at) =>
      create(site, counter, 20 + at),
    ),
  )

/** Returns with a new browser each time, and sometimes resets the password. */
async function createReturningMember(site: Site, counter: RequestCounter, n: number): Promise<LoadClient> {
  const { email, password } = await site.signUp(clientAddress(n))
  let visit = 0
  const act = async () => {
    const client = openClient(site.port, clientAddress(n))
    const call = counter.counting(client.call)
    await call('POST', '/api/auth/sign-in/email', { body: { email, password } })
    await call('GET', '/api/auth/session')
    if (++visit % 10 === 0) await call('POST', '/api/auth/request-password-reset', { body: { email } })
    await call('POST', '/api/auth/sign-out', { body: {} })
    client.close()
  }
  return { everyMs: 5_000, act }
}

const createDraft = async (call: Call, title: string) =>
  parseJson<{ draft: Draft }>(await expectOk(call('POST', '/api/drafts', { body: { content: { title } } }))).draft

/** Begins a draft, saves it twice, publishes it, and deletes the zine. */
async function createDraftMaker(site: Site, counter: RequestCounter, n: number): Promise<LoadClient> {
  const { client } = await site.signUp(clientAddress(n))
  const call = counter.counting(client.call)
  let issue = 0
  const act = async () => {
    issue += 1
    const draft = await createDraft(call, `Draft ${issue}`)
    const url = await uploadMedia(call, await testPicture(firstPicture + (issue % 500)))
    const path = `/api/drafts/${draft.id}`
    for (const [at, title] of [`Draft ${issue}, begun`, `Draft ${issue}, done`].entries())
      await expectOk(call('PUT', path, { body: { version: draft.version + at, content: { title, pages: [{ url }] } } }))
    const published = await expectOk(call('POST', `${path}/publish`, { body: { version: draft.version + 2 } }))
    await call('DELETE', `/api/zines/${parseJson<{ zine: FullZine }>(published).zine.id}`)
  }
  return { everyMs: 10_000, act }
}

/** Adds a PDF of three pages to a draft, waits until it is read, and deletes the draft. */
async function createPdfReader(site: Site, counter: RequestCounter, n: number): Promise<LoadClient> {
  const { client } = await site.signUp(clientAddress(n))
  const call = counter.counting(client.call)
  let issue = 0
  const act = async () => {
    const { id } = await createDraft(call, `From PDF ${++issue}`)
    const body = { uploadId: await upload(call, await numberedPdf(issue)) }
    const added = await expectOk(call('POST', `/api/drafts/${id}/documents`, { body }))
    const { document } = parseJson<{ document: DraftDocument }>(added)
    const read = await waitUntilDone(async () => {
      const response = await expectOk(call('GET', `/api/documents/${document.id}`))
      return parseJson<{ document: DraftDocument }>(response).document
    })
    if (read?.state !== 'done' || read.pagesDone !== 3) counter.addFailure(`a PDF was not read: ${read?.refusal}`)
    await call('DELETE', `/api/drafts/${id}`)
  }
  return { everyMs: 2 * minute, act }
}

/** Imports a zip with two zines, waits until it is read, and deletes the drafts. */
async function createImporter(site: Site, counter: RequestCounter, n: number): Promise<LoadClient> {
  const { client } = await site.signUp(clientAddress(n))
  const call = counter.counting(client.call)
  let issue = 0
  const act = async () => {
    issue += 1
    const zip = await zipOf({
      'zines.csv': `title,files\nFirst of ${issue},a.png\nSecond of ${issue},a.png|b.png\n`,
      'a.png': await testPicture(firstPicture + 500 + (issue % 100)),
      'b.png': await testPicture(firstPicture + 600 + (issue % 100)),
    })
    const begun = await expectOk(call('POST', '/api/imports', { body: { uploadId: await upload(call, zip) } }))
    const { id } = parseJson<{ import: ZineImport }>(begun).import
    const read = await waitUntilDone(async () => {
      const response = await expectOk(call('GET', `/api/imports/${id}`))
      return parseJson<{ import: ZineImport }>(response).import
    })
    const drafts = (read?.rows ?? []).flatMap(({ draftId }) => draftId ?? [])
    if (drafts.length !== 2) counter.addFailure(`an import created ${drafts.length} drafts: ${read?.refusal}`)
    for (const draft of drafts) await call('DELETE', `/api/drafts/${draft}`)
  }
  return { everyMs: 5 * minute, act }
}

/** Follows the publisher and gets a digest each time, because it is made due. */
async function createSubscriber(site: Site, counter: RequestCounter, n: number): Promise<LoadClient> {
  const { id, client } = await site.signUp(clientAddress(n))
  const call = counter.counting(client.call)
  const [zine] = parseJson<ZineList>(await expectOk(client.call('GET', '/api/zines'))).zines
  const follow = { userId: id, creatorId: zine?.creator.id }
  await expectOk(client.call('POST', '/api/favorites/creators', { body: follow }))
  await expectOk(client.call('PUT', `/api/users/${id}/digest`, { body: { digest: 'daily' } }))
  const act = async () => {
    await call('GET', '/?tab=following')
    await site.withDatabase(async (database) => {
      await database.query('update users set email_verified = true where id = $1', [id])
      await database.query('update subscriptions set digest_due_at = now() where user_id = $1', [id])
    })
  }
  return { everyMs: 5 * minute, act }
}

/** Uploads a file. Returns the id of the upload. */
async function upload(call: Call, file: Buffer) {
  const address = await startUpload(call, file.length)
  await expectOk(sendPart(call, address, file))
  return address.split('/').at(-1) ?? ''
}

/** Reads the state every second, for at most two minutes, until the work is done or refused. Returns the last state. */
async function waitUntilDone<Work extends { state: DraftDocument['state'] }>(read: () => Promise<Work>) {
  let current: Work | undefined
  for (const start = Date.now(); Date.now() - start < 2 * minute; await sleep(1_000)) {
    current = await read()
    if (current.state === 'done' || current.state === 'refused') break
  }
  return current
}

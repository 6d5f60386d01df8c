import * as contract from '#contract/documents.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { viewerOf } from '#server/http/viewer.ts'
import { addDocument } from './add-document.ts'
import { documentsAsAnswered } from './document-json.ts'
import type { DocumentDeps } from './documents.ts'
import { deleteDocument, splitDocument } from './split-document.ts'

/** PDFs of drafts. To everybody but its member a draft looks absent, with all that is in it. */
export function documentRoutes(app: App, deps: DocumentDeps) {
  const { config, db, files } = deps
  const answer = async (own: { id: string; ownerId: string }) => {
    const [document] = await documentsAsAnswered(db, own)
    if (!document) throw notFound('PDF')
    return { document }
  }

  app.route({
    ...route(contract.addDocument),
    handler: async (request, reply) => {
      const { id: ownerId } = viewerOf(request)
      const added = { ownerId, draftId: request.params.id, uploadId: request.body.uploadId }
      const id = await addDocument(deps, added)
      return reply.code(202).send(await answer({ id, ownerId }))
    },
  })

  app.route({
    ...route(contract.listDocuments),
    handler: async (request) => {
      const { id: ownerId } = viewerOf(request)
      const draftId = request.params.id
      if (!(await hasDraft(deps, { ownerId, draftId }))) throw notFound('draft')
      return { documents: await documentsAsAnswered(db, { ownerId, draftId }) }
    },
  })

  app.route({
    ...route(contract.readDocument),
    handler: async (request) => answer({ id: request.params.id, ownerId: viewerOf(request).id }),
  })

  app.route({
    ...route(contract.splitDocument),
    handler: async (request) => {
      const own = { id: request.params.id, ownerId: viewerOf(request).id }
      const wish = { own, split: request.body, mostPages: config.longZinePages }
      await db.transaction().execute((tx) => splitDocument(tx, wish))
      return answer(own)
    },
  })

  app.route({
    ...route(contract.deleteDocument),
    handler: async (request) => {
      const own = { id: request.params.id, ownerId: viewerOf(request).id }
      await db.transaction().execute((tx) => deleteDocument(tx, own))
      await files.remove(own)
      return { success: true as const }
    },
  })
}

async function hasDraft({ db }: DocumentDeps, { ownerId, draftId }: { ownerId: string; draftId: string }) {
  const draft = db.selectFrom('drafts').select('id').where('id', '=', draftId).where('owner_id', '=', ownerId)
  return (await draft.executeTakeFirst()) !== undefined
}

import type { Config } from '#server/config/config.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { outboxListPage, outboxPage } from './outbox.page.ts'
import { findInOutbox, listOutbox, outboxFolder } from './outbox.ts'

/** How many of the newest mails the list reads. */
const shown = 50

/** The mails that would have been sent, for whoever develops; never part of a site that others reach. */
export function outboxRoutes(app: App, { config }: { config: Pick<Config, 'dataDir' | 'smtpUrl'> }) {
  const folder = outboxFolder(config)
  const hidden = { schema: { hide: true } }

  app.get('/dev/outbox', hidden, async (_request, reply) => {
    const names = (await listOutbox(folder)).slice(0, shown)
    const mails = await Promise.all(names.map(async (name) => ({ name, mail: await parsed(name) })))
    const goesOut = config.smtpUrl !== undefined
    return reply.headers(pageHeaders).send(outboxListPage(mails, goesOut))
  })

  app.get<{ Params: { name: string } }>('/dev/outbox/:name', hidden, async ({ params }, reply) => {
    const mail = await parsed(params.name)
    if (!mail) throw notFound('mail')
    return reply.headers(pageHeaders).send(outboxPage(mail))
  })

  async function parsed(name: string) {
    const bytes = await findInOutbox(folder, name)
    // A development dependency: a site in production has no use for it.
    const { default: PostalMime } = await import('postal-mime')
    return bytes && PostalMime.parse(bytes)
  }
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  // The frame of a mail inherits it: what a mail would load stays unloaded.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
}

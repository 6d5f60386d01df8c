import type { Email } from 'postal-mime'
import type { Config } from '#server/config/config.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { type Html, html, trustedHtml } from '#server/http/html.ts'
import { findInOutbox, listOutbox, outboxFolder } from './outbox.ts'

const maxShown = 50

/** Shows unsent mails to developers. Never part of a public site. */
export function outboxRoutes(app: App, { config }: { config: Pick<Config, 'dataDir' | 'smtpUrl'> }) {
  const folder = outboxFolder(config)
  const hiddenRoute = { schema: { hide: true } }

  app.get('/dev/outbox', hiddenRoute, async (_request, reply) => {
    const names = (await listOutbox(folder)).slice(0, maxShown)
    const mails = await Promise.all(names.map(async (name) => ({ name, mail: await parseMail(name) })))
    const isMailSent = config.smtpUrl !== undefined
    return reply.headers(pageHeaders).send(outboxListPage(mails, isMailSent))
  })

  app.get<{ Params: { name: string } }>('/dev/outbox/:name', hiddenRoute, async ({ params }, reply) => {
    const mail = await parseMail(params.name)
    if (!mail) throw notFound('mail')
    return reply.headers(pageHeaders).send(outboxPage(mail))
  })

  async function parseMail(name: string) {
    const bytes = await findInOutbox(folder, name)
    const { default: PostalMime } = await import('postal-mime')
    return bytes && PostalMime.parse(bytes)
  }
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  // The frame of a mail inherits this policy, so the mail loads nothing.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
}

type ListedMail = { name: string; mail: Email | undefined }

const outboxListPage = (mails: ListedMail[], isMailSent: boolean) =>
  page(
    'Outbox',
    html`<h1>Outbox</h1>
${isMailSent && html`<p>SMTP_URL is set, so mail is sent. These emails were saved before SMTP_URL was set.</p>`}
${mails.length === 0 && !isMailSent && html`<p>No mail yet. Register, and one appears.</p>`}
<ol>${mails.map(
      ({ name, mail }) =>
        html`<li><a href="/dev/outbox/${name}">${mail?.subject ?? name}</a><p class="meta">To ${recipients(mail)}, ${mail?.date}</p></li>`,
    )}</ol>`,
  )

/** A sandboxed frame shows the mail, and links in it do not work, so the page repeats them. */
const outboxPage = (mail: Email) =>
  page(
    mail.subject ?? 'Mail',
    html`<p><a href="/dev/outbox">Back to the outbox</a></p>
<h1>${mail.subject}</h1>
<p class="meta">To ${recipients(mail)}, ${mail.date}</p>
<ul>${findLinks(mail.text).map((link) => html`<li><a href="${link}">${link}</a></li>`)}</ul>
<h2>HTML</h2>
<iframe title="The mail as HTML" sandbox srcdoc="${mail.html}"></iframe>
<h2>Text</h2>
<pre>${mail.text}</pre>`,
  )

const recipients = (mail: Email | undefined) => mail?.to?.map(({ address }) => address).join(', ')

const findLinks = (text = '') => [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link)

const page = (title: string, content: Html) =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${trustedHtml(outboxStyles)}</style>
</head>
<body><main>${content}</main></body>
</html>
`.text

const outboxStyles = `
:root { color-scheme: light dark; font: 17px/1.5 Verdana, Arial, sans-serif; }
main { max-width: 700px; margin: 0 auto; padding: 32px 18px 72px; overflow-wrap: anywhere; }
ol, ul { padding: 0; list-style: none; }
.meta { margin: 4px 0 16px; }
iframe, pre { box-sizing: border-box; width: 100%; border: 2px solid; }
iframe { height: 860px; background: #fff; }
pre { padding: 18px; white-space: pre-wrap; }
`

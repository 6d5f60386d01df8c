import type { Email } from 'postal-mime'
import type { Config } from '#server/config/config.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { findInOutbox, listOutbox, outboxFolder } from './outbox.ts'
import { type Html, html, verbatim } from './render-mail.ts'

const shown = 50

/** Shows unsent mails to developers. Never part of a public site. */
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

type Listed = { name: string; mail: Email | undefined }

const outboxListPage = (mails: Listed[], goesOut: boolean) =>
  page(
    'Outbox',
    html`<h1>Outbox</h1>
${goesOut && html`<p>SMTP_URL is set, so mail is sent. What lies here is from before.</p>`}
${mails.length === 0 && !goesOut && html`<p>No mail yet. Register, and one appears.</p>`}
<ol>${mails.map(
      ({ name, mail }) =>
        html`<li><a href="/dev/outbox/${name}">${mail?.subject ?? name}</a><p class="meta">To ${receiver(mail)}, ${mail?.date}</p></li>`,
    )}</ol>`,
  )

/** A sandboxed frame shows the mail, and links in it do not work, so the page repeats them. */
const outboxPage = (mail: Email) =>
  page(
    mail.subject ?? 'Mail',
    html`<p><a href="/dev/outbox">Back to the outbox</a></p>
<h1>${mail.subject}</h1>
<p class="meta">To ${receiver(mail)}, ${mail.date}</p>
<ul>${linksIn(mail.text).map((link) => html`<li><a href="${link}">${link}</a></li>`)}</ul>
<h2>HTML</h2>
<iframe title="The mail as HTML" sandbox srcdoc="${mail.html}"></iframe>
<h2>Text</h2>
<pre>${mail.text}</pre>`,
  )

const receiver = (mail: Email | undefined) => mail?.to?.map(({ address }) => address).join(', ')

const linksIn = (text = '') => [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link)

const page = (title: string, content: Html) =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${verbatim(outboxStyles)}</style>
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

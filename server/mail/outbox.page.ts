import type { Email } from 'postal-mime'
import { type Html, html, verbatim } from './html.ts'
import { darkOutbox, lightOutbox } from './outbox.style.ts'

type Listed = { name: string; mail: Email | undefined }

export const outboxListPage = (mails: Listed[], goesOut: boolean) =>
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

/** The mail's own markup runs in a frame that may do nothing, so its links are repeated outside of it. */
export const outboxPage = (mail: Email) =>
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
<style>${verbatim(lightOutbox + darkOutbox)}</style>
</head>
<body><main>${content}</main></body>
</html>
`.text

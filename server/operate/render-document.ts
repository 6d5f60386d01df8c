import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { OperatorSession } from '#server/auth/sessions/operator-sessions.queries.ts'
import { type Html, html } from '#server/http/html.ts'
import { directionOf } from '#server/languages/site-languages.ts'
import { addressOf, operatePages } from './operate-pages.ts'
import { renderValue, translate, type View } from './render-values.ts'

type Document = {
  title: MessageDescriptor
  styles: string[]
  content: Html
  /** The page of the navigation, if there is a session. */
  session?: OperatorSession | undefined
  path?: string
  /** The name of the entry that the page shows, by a member. */
  heading?: string | undefined
}

export function renderDocument(view: View, { title, styles, content, session, path, heading }: Document) {
  const { locale } = view.i18n
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${translate(view, title)} · Foldout</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${[...styles, '/operate.css'].map((style) => html`<link rel="stylesheet" href="${style}">\n`)}
</head>
<body data-inks="sun blue">
<a class="skip" href="#main">${translate(view, msg`Skip to content`)}</a>
${session && renderHeader(view, session, path)}
<main id="main" class="wrap">
<h1>${heading === undefined ? translate(view, title) : html`<bdi>${heading}</bdi>`}</h1>
${content}
</main>
</body>
</html>
`.text
}

function renderHeader(view: View, { operator, expiresAt }: OperatorSession, path: string | undefined) {
  const time = renderValue(view, 'until', expiresAt)
  return html`<header class="wrap">
<div class="bar"><a href="/">Foldout</a> <p class="meta"><bdi>${operator}</bdi> · ${translate(view, msg`until`)} ${time}</p>
<form method="post" action="/operate/end"><button class="button second small">${translate(view, msg`End the session`)}</button></form></div>
<nav aria-label="${translate(view, msg`Pages for operators`)}"><ul>${operatePages.map(
    (page) =>
      html`<li><a href="${addressOf(page.path)}"${page.path === path && html` aria-current="page"`}>${translate(view, page.title)}</a></li>\n`,
  )}</ul></nav>
</header>`
}

import { msg } from '@lingui/core/runtime-macro'
import type { CommandResult, Site } from '#server/admin/command.ts'
import { commandOf } from '#server/admin/commands.ts'
import { ApiError } from '#server/http/errors.ts'
import { type Html, html } from '#server/http/html.ts'
import { overviewTopics } from './labels.ts'
import { addressOf, type List, type OperatePage, targetOf } from './operate-pages.ts'
import { type Refused, renderAction, renderError, renderFilter } from './render-form.ts'
import { type Fields, renderFields, renderTable, translate, type View } from './render-values.ts'
import { runWith, type Values } from './run-action.ts'

/** The most decisions and reports that the page of an entry shows. */
const maxRows = '1000'

export type PageState = {
  page: OperatePage
  /** The entry that the page shows, instead of its lists. */
  target: string | undefined
  query: Values
  /** What an action has just done, or why it was refused. */
  done?: CommandResult
  refused?: Refused
}

type Shown = { content: Html; heading?: string }

/** The content of a page. An entry that an action removed gives way to the list. */
export async function showPage(view: View, site: Site, state: PageState): Promise<Shown> {
  const { page, target, done } = state
  const message = done && renderDone(view, done)
  if (page.details && target !== undefined) {
    try {
      const { content, heading } = await showEntry(view, site, { ...state, target, details: page.details })
      return { content: html`${message}${renderLost(view, state, content)}${content}`, heading }
    } catch (error) {
      if (!done || !(error instanceof ApiError && error.code === 'not_found')) throw error
    }
  }
  const lists = []
  for (const [at, list] of page.lists.entries()) lists.push(await showList(view, site, { ...state, list, at }))
  const fields = Object.assign({}, ...lists.map((list) => list.fields))
  // Lists can be long, so the actions are above them.
  const content = html`${renderPageActions(view, state, fields)}${lists.map(({ section }) => section)}`
  return { content: html`${message}${renderLost(view, state, content)}${content}` }
}

/** A refusal is in the form of its action. If another operator was faster, the page no longer has that form. */
const renderLost = (view: View, { refused }: PageState, content: Html) =>
  refused && !content.text.includes('class="error"') && renderError(view, refused.says)

/** The result of an action, such as the code of an invite, which is shown only once. */
const renderDone = (view: View, { says, fields }: CommandResult) =>
  html`<section class="done" role="status" tabindex="-1" autofocus>${says && html`<p>${translate(view, says)}</p>`}${
    fields && renderFields(view, fields)
  }</section>`

function renderPageActions(view: View, { page, refused }: PageState, fields: Fields) {
  const address = addressOf(page.path)
  return html`<div class="actions">${(page.actions ?? [])
    .filter(({ isFor }) => isFor?.(fields) ?? true)
    .map((action) => renderAction(view, action, { address, refused }))}</div>`
}

async function showEntry(view: View, site: Site, state: PageState & { target: string; details: string }) {
  const { page, target, details, refused } = state
  const {
    fields = {},
    says,
    pictures,
  } = await runWith(details, site, { [targetOf(commandOf(details))]: target, limit: maxRows })
  const actions = page.entryActions?.filter(({ isFor }) => isFor?.(fields) ?? true) ?? []
  const address = addressOf(page.path, target)
  const content = html`<p class="back"><a href="${addressOf(page.path)}">${translate(view, page.title)}</a></p>
<div class="${pictures ? 'beside' : ''}">${pictures && renderPictures(view, pictures)}
<div>${renderFields(view, fields)}${says && html`<p>${translate(view, says)}</p>`}
<div class="actions">${actions.map((action) => renderAction(view, action, { address, target, entry: fields, refused }))}</div></div></div>`
  return { content, heading: String(fields.title ?? fields.username ?? fields.creator) }
}

const renderPictures = (view: View, pictures: NonNullable<CommandResult['pictures']>) =>
  html`<ul class="pictures" aria-label="${translate(view, msg`Pages`)}">${pictures.map(
    ({ url, altText }) => html`<li><img src="/operate${url}" alt="${altText}"></li>`,
  )}</ul>`

async function showList(view: View, site: Site, state: PageState & { list: List; at: number }) {
  const { page, list, at, query, refused } = state
  const prefix = at === 0 ? '' : `${at}-`
  const values = Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  )
  const { rows, fields, says, next } = await runWith(list.command, site, values).catch(sentenceOnly)
  const address = addressOf(page.path)
  const { rowAction } = list
  const title = translate(view, list.title ?? page.title)
  const section = html`<section>${list.title && html`<h2>${title}</h2>`}
${renderFilter(view, commandOf(list.command), { address, title, prefix, values })}
${fields && renderFields(view, fields)}${says && html`<p>${translate(view, says)}</p>`}
${
  rows &&
  renderTable(view, {
    caption: title,
    rows: rows.map((row) => withTopic(row)),
    address: (row) => addressOfRow(page, at, row),
    action: (row) =>
      rowAction && (rowAction.isFor?.(row) ?? true)
        ? renderAction(view, rowAction, {
            address: withQuery(address, query),
            target: String(row[list.key ?? 'id']),
            refused,
          })
        : undefined,
  })
}${next && html`<p><a href="${withQuery(address, { ...query, [`${prefix}after`]: next })}">${translate(view, msg`More`)}</a></p>`}</section>`
  return { section, fields }
}

/** An action in a row shows the same part of the list again. */
const withQuery = (address: string, query: Values) => [address, new URLSearchParams(query)].filter(String).join('?')

/** A list that its command refuses, such as that of backups without a folder, does not hide the rest of the page. */
function sentenceOnly(error: unknown): CommandResult {
  if (error instanceof ApiError) return { says: error.text }
  throw error
}

/** Lines of the overview are about a page, which their first column links to. */
function withTopic({ about, ...row }: Fields) {
  const topic = overviewTopics[String(about)]
  return topic && 'says' in row ? { about: topic.label, ...row, page: topic.page } : { about, ...row }
}

function addressOfRow(page: OperatePage, at: number, row: Fields) {
  if (page.details && at === 0 && typeof row.id === 'string') return addressOf(page.path, row.id)
  return typeof row.page === 'string' ? addressOf(row.page) : undefined
}

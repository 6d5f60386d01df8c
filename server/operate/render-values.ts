import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { isSentence } from '#contract/in-english.ts'
import { type Html, html } from '#server/http/html.ts'
import { formatDateTime, translateTexts } from '#server/languages/translate-texts.ts'
import { fieldLabels, fixedColumns, valueLabels } from './labels.ts'
import { addressOf } from './operate-pages.ts'

export type Fields = Record<string, unknown>
export type View = { i18n: I18n; publicUrl: string }

/** A table in a page. `address` is the page of a row, `action` a button or form for it. */
type Table = {
  caption: Html | string
  rows: Fields[]
  address?: ((row: Fields) => string | undefined) | undefined
  action?: ((row: Fields) => Html | undefined) | undefined
}

export const translate = ({ i18n }: View, text: MessageDescriptor | string) => translateTexts(i18n, text)

/** A text such as “constructor” has no label. */
const labelIn = (labels: typeof fieldLabels, key: string) => (Object.hasOwn(labels, key) ? labels[key] : undefined)

export const labelOf = (view: View, key: string) => translate(view, labelIn(fieldLabels, key) ?? key)

/** Ids are in the addresses of pages, and the column decides about a button only. */
export const hiddenKeys = new Set(['id', 'zineId', 'creatorId', 'memberId', 'isOpen', 'page'])

const isAbsent = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Below 40 rem each row becomes a list of fields. The roles keep it a table for screen readers. */
export function renderTable(view: View, { caption, rows, address, action }: Table) {
  if (rows.length === 0) return html`<p>${translate(view, msg`There is nothing here.`)}</p>`
  const keys = [...new Set(rows.flatMap(Object.keys))].filter(
    (key) => !hiddenKeys.has(key) && rows.some((row) => !isAbsent(row[key])),
  )
  const actions = rows.map((row) => action?.(row))
  const hasActions = actions.some(Boolean)
  return html`<table role="table"><caption class="sr">${caption}</caption>
<thead role="rowgroup"><tr role="row">${keys.map((key) => html`<th role="columnheader" scope="col">${labelOf(view, key)}</th>`)}${
    hasActions && html`<td role="cell"></td>`
  }</tr></thead>
<tbody role="rowgroup">${rows.map(
    (row, at) =>
      html`<tr role="row">${keys.map((key, column) => {
        const to = column === 0 ? address?.(row) : undefined
        const value = renderValue(view, key, row[key])
        const absent = isAbsent(row[key]) && html` class="absent"`
        return html`<td role="cell" data-label="${labelOf(view, key)}"${absent}><div>${linkTo(to, value)}</div></td>`
      })}${hasActions && html`<td role="cell">${actions[at]}</td>`}</tr>\n`,
  )}</tbody></table>`
}

/** Lists of objects, such as decisions, become tables below the other fields. */
export function renderFields(view: View, fields: Fields) {
  const shown = Object.entries(fields).filter(([key, value]) => !hiddenKeys.has(key) && !isAbsent(value))
  const tables = shown.filter(([, value]) => isRows(value))
  const others = shown.filter(([, value]) => !isRows(value))
  return html`<dl>${others.map(
    ([key, value]) =>
      html`<div><dt>${labelOf(view, key)}</dt><dd>${linkTo(addressOfField(key, fields), renderValue(view, key, value))}</dd></div>\n`,
  )}</dl>${tables.map(
    ([key, value]) =>
      html`<section><h2>${labelOf(view, key)}</h2>${renderTable(view, { caption: labelOf(view, key), rows: value as Fields[] })}</section>`,
  )}`
}

const linkTo = (address: string | undefined, content: Html | string) =>
  address === undefined ? content : html`<a href="${address}">${content}</a>`

/** The page of the zine or the member that a field names. The zine’s own page has no `zineId`. */
function addressOfField(key: string, { zineId, creatorId }: Fields) {
  if (key === 'title' && typeof zineId === 'string') return addressOf('zines', zineId)
  if ((key === 'creator' || key === 'by') && typeof creatorId === 'string') return addressOf('members', creatorId)
  return undefined
}

const isRows = (value: unknown) => Array.isArray(value) && typeof value[0] === 'object' && !isSentence(value[0])

function renderValue(view: View, key: string, value: unknown): Html | string {
  const { locale } = view.i18n
  if (isAbsent(value)) return '–'
  if (value instanceof Date)
    return html`<time datetime="${value.toISOString()}">${formatDateTime(value, locale)}</time>`
  if (typeof value === 'number') return key === 'bytes' ? formatBytes(value, locale) : value.toLocaleString(locale)
  if (typeof value === 'boolean') return translate(view, value ? msg`Yes` : msg`No`)
  if (Array.isArray(value))
    return html`${value.map((each, at) => html`${at > 0 && ', '}${renderValue(view, key, each)}`)}`
  if (isSentence(value)) return translate(view, value)
  if (typeof value === 'object') return renderObject(view, value as Fields)
  return renderText(view, key, String(value))
}

const renderObject = (view: View, fields: Fields) =>
  html`${Object.entries(fields).map(([key, value]) => html`<div>${labelOf(view, key)}: ${renderValue(view, key, value)}</div>`)}`

/** A small file is not “0 MB”. */
function formatBytes(bytes: number, locale: string) {
  const [unit, size] =
    bytes > 0 && bytes < 1024 ** 2 ? (['kilobyte', 1024] as const) : (['megabyte', 1024 ** 2] as const)
  return (bytes / size).toLocaleString(locale, { style: 'unit', unit, maximumFractionDigits: 1 })
}

/** Text of members has its own direction. Only addresses of this site become links. */
function renderText(view: View, key: string, text: string) {
  const label = fixedColumns.has(key) ? labelIn(valueLabels, text) : undefined
  if (label) return html`<span data-value="${text}">${translate(view, label)}</span>`
  if (text.startsWith(`${view.publicUrl}/`)) return html`<a href="${text}">${text}</a>`
  const [, kind = '', id = ''] = (key === 'subject' && subject.exec(text)) || []
  if (id) return linkTo(addressOf(`${kind}s`, id), text)
  return html`<bdi${longWord.test(text) && html` class="long"`}>${text}</bdi>`
}

/** The audit log names zines and members so. */
const subject = /^(zine|member) ([\da-f-]{36})$/

/** Only such a word is broken, so that tables of many columns do not break names. */
const longWord = /\S{25}/

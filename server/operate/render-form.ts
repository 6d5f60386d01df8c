import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { z } from 'zod'
import { type Command, innerShape, type Parameter, parametersOf } from '#server/admin/command.ts'
import { commandOf } from '#server/admin/commands.ts'
import { type Html, html } from '#server/http/html.ts'
import { valueLabels } from './labels.ts'
import { type Action, targetOf } from './operate-pages.ts'
import { labelOf, translate, type View } from './render-values.ts'

/** What the operator entered, and why it was refused. */
export type Refused = {
  command: string
  target: string | undefined
  values: Record<string, string>
  says: MessageDescriptor | string
}

type FormOptions = {
  /** Where the form is sent: the page that it is on. */
  address: string
  target?: string | undefined
  /** The fields of the entry that the page shows. */
  entry?: Record<string, unknown>
  refused?: Refused | undefined
}

/** Parameters that the page decides or has its own links for. */
const pagingNames = ['limit', 'after']

function fieldsOf(action: Action, target: string | undefined) {
  const command = commandOf(action.command)
  const decided = [
    ...pagingNames,
    ...Object.keys(action.fixed ?? {}),
    ...(target === undefined ? [] : [targetOf(command)]),
  ]
  return parametersOf(command).filter(([name]) => !decided.includes(name))
}

/** Explains itself when it is opened, and acts with a second press. */
export function renderAction(view: View, action: Action, { address, target, entry = {}, refused }: FormOptions) {
  const command = commandOf(action.command)
  const own = refused?.command === action.command && refused.target === target ? refused : undefined
  const fields = fieldsOf(action, target)
  const label = translate(view, action.label)
  const values = own?.values ?? action.preset?.(entry)
  const id = `${command.name} ${target ?? ''}`.trim().replaceAll(' ', '-')
  return html`<details${own && html` open`}><summary>${label}</summary>
<form method="post" action="${address}">
<input type="hidden" name="command" value="${command.name}">${
    target !== undefined && html`<input type="hidden" name="target" value="${target}">`
  }
<p>${translate(view, command.summary)}${command.details && html` ${translate(view, command.details)}`}</p>${
    own && renderError(view, own.says)
  }
${fields.map(([name, parameter]) => renderField(view, { id: `${id}-${name}`, name, parameter, value: values?.[name] }))}
<button class="${action.isDangerous ? 'button danger' : 'button'}">${label}</button></form></details>`
}

export const renderError = (view: View, says: Refused['says']) =>
  html`<p class="error" role="alert">${translate(view, says)}</p>`

/** The inputs of a list, which filter it. */
export function renderFilter(
  view: View,
  command: Command,
  {
    address,
    title,
    prefix,
    values,
  }: { address: string; title: string; prefix: string; values: Record<string, string> },
) {
  const fields = parametersOf(command).filter(([name]) => !pagingNames.includes(name))
  if (fields.length === 0) return undefined
  const id = command.name.replaceAll(' ', '-')
  return html`<form method="get" action="${address}" role="search" aria-label="${title}" class="filter">${fields.map(
    ([name, parameter]) =>
      renderField(view, {
        id: `${id}-${name}`,
        name,
        inputName: prefix + name,
        parameter,
        value: values[name],
        isFilter: true,
      }),
  )}<button class="button second">${translate(view, msg`Filter`)}</button></form>`
}

type Field = {
  id: string
  name: string
  inputName?: string
  parameter: Parameter
  value: string | undefined
  isFilter?: true
}

function renderField(view: View, { id, name, inputName = name, parameter, value, isFilter }: Field) {
  const shape = innerShape(parameter.shape)
  const label = labelOf(view, name)
  if (shape instanceof z.ZodBoolean)
    return html`<p class="field"><label class="tick"><input type="checkbox" name="${inputName}" value="true"${
      value && html` checked`
    }> ${label}</label>${!isFilter && html`<span class="hint">${translate(view, parameter.description)}</span>`}</p>`
  const { success, data: preset } = parameter.shape.safeParse(undefined)
  const isRequired = !success
  // A filter that is empty has its preset, so it offers no empty choice beside it.
  const empty = isRequired || preset !== undefined ? undefined : isFilter ? translate(view, msg`All`) : '–'
  const hasHint = !isFilter && !(shape instanceof z.ZodEnum)
  const hint = hasHint && html`<span class="hint" id="${id}-hint">${translate(view, parameter.description)}</span>`
  const attributes = html`id="${id}" name="${inputName}"${hint && html` aria-describedby="${id}-hint"`}${isRequired && html` required`}`
  return html`<p class="field"><label for="${id}">${label}${
    !isRequired && !isFilter && html` <span class="opt">${translate(view, msg`Optional`)}</span>`
  }</label>${hint}${renderInput(view, { shape, attributes, value: value ?? String(preset ?? ''), empty })}</p>`
}

type Input = { shape: z.ZodType; attributes: Html; value: string; empty: string | undefined }

/** Longer texts are written in several lines. */
const maxLineLength = 200

function renderInput(view: View, { shape, attributes, value, empty }: Input) {
  if (shape instanceof z.ZodEnum) {
    const choices = (shape.options as string[]).map(
      (choice) =>
        html`<option value="${choice}"${choice === value && html` selected`}>${translate(view, valueLabels[choice] ?? choice)}</option>`,
    )
    return html`<select class="input" ${attributes}>${empty && html`<option value="">${empty}</option>`}${choices}</select>`
  }
  if (shape instanceof z.ZodNumber)
    return html`<input class="input" type="number" min="1" max="${shape.maxValue ?? ''}" ${attributes} value="${value}">`
  const maxLength = (shape instanceof z.ZodString && shape.maxLength) || undefined
  const limit = maxLength && html` maxlength="${maxLength}"`
  return maxLength && maxLength > maxLineLength
    ? html`<textarea class="input" rows="4" ${attributes}${limit}>${value}</textarea>`
    : html`<input class="input" ${attributes}${limit} value="${value}">`
}

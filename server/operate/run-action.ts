import { msg } from '@lingui/core/runtime-macro'
import { z } from 'zod'
import { sentenceOf } from '#contract/in-english.ts'
import { type Command, type CommandResult, innerShape, parametersOf, type Site } from '#server/admin/command.ts'
import { commandOf } from '#server/admin/commands.ts'
import { apiError, notFound } from '#server/http/errors.ts'
import { fieldLabels } from './labels.ts'
import { type Action, type OperatePage, targetOf } from './operate-pages.ts'

export type Values = Record<string, string>

/** Runs a command with what a form or an address contains. @throws ApiError for values that the command refuses */
export async function runWith(
  name: string,
  site: Site,
  values: Values,
  fixed: Record<string, unknown> = {},
): Promise<CommandResult> {
  const command = commandOf(name)
  if (command.isStandalone) throw notFound()
  return command.run(site, readInput(command, values, fixed))
}

function readInput(command: Command, values: Values, fixed: Record<string, unknown>) {
  return Object.fromEntries(
    parametersOf(command).map(([name, { shape }]) => {
      if (Object.hasOwn(fixed, name)) return [name, fixed[name]]
      const text = Object.hasOwn(values, name) ? values[name] : ''
      const isTicked = text === 'true' && innerShape(shape) instanceof z.ZodBoolean
      const value = isTicked || text || undefined
      const { success, data, error } = shape.safeParse(value)
      if (success) return [name, data]
      const label = fieldLabels[name] ?? name
      const problem = error.issues[0]?.message ?? ''
      throw apiError(
        'invalid_request',
        value === undefined
          ? msg`${{ label }}: this is needed.`
          : msg`${{ label }}: ${{ problem: sentenceOf(problem) ?? problem }}.`,
      )
    }),
  )
}

/** The action of a form that is on this page. Commands without a form there cannot be called. */
export function findAction(page: OperatePage, command: string, target: string | undefined): Action {
  const actions = target === undefined ? page.actions : [...(page.entryActions ?? []), ...rowActionsOf(page)]
  const action = actions?.find((each) => each.command === command)
  if (!action) throw notFound()
  return action
}

const rowActionsOf = ({ lists }: OperatePage) => lists.flatMap(({ rowAction }) => rowAction ?? [])

export const runAction = (action: Action, site: Site, values: Values) => {
  const { target } = values
  const targeted = target === undefined ? values : { ...values, [targetOf(commandOf(action.command))]: target }
  return runWith(action.command, site, targeted, action.fixed)
}

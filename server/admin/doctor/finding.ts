import { inEnglish } from '#contract/in-english.ts'
import { type ErrorText, joinTexts } from '#server/http/errors.ts'

/** The result of one check. `fix` is what the operator can do. */
export type Finding = { state: 'ok' | 'warning' | 'problem' | 'not checked'; says: ErrorText; fix?: ErrorText }

export const ok = (says: ErrorText): Finding => ({ state: 'ok', says })
export const notChecked = (says: ErrorText): Finding => ({ state: 'not checked', says })
export const warning = (says: ErrorText, fix?: ErrorText): Finding => ({ state: 'warning', says, ...(fix && { fix }) })
export const problem = (says: ErrorText, fix: ErrorText): Finding => ({ state: 'problem', says, fix })

/** All that one check found, problems first; `passed` if it found nothing. */
export function joinFindings(maybeFound: (Finding | false | undefined)[], passed: Finding): Finding {
  const found = maybeFound.filter((each) => each !== false && each !== undefined)
  const [worst = passed, ...others] = found.toSorted((a, b) => a.state.localeCompare(b.state))
  return others.length === 0 ? worst : { state: worst.state, says: [worst, ...others].map(withFix).reduce(joinTexts) }
}

export const withFix = ({ says, fix }: Finding) => (fix ? joinTexts(says, fix) : says)

/** As the terminal and JSON have it. */
export const findingInEnglish = ({ state, says, fix }: Finding) => ({
  state,
  says: inEnglish(says),
  ...(fix && { fix: inEnglish(fix) }),
})

const checkTimeoutMs = 10_000

/** A check that throws or hangs is a problem of its own. */
export async function complete(check: () => Finding | Promise<Finding>): Promise<Finding> {
  const { promise, resolve } = Promise.withResolvers<Finding>()
  const seconds = checkTimeoutMs / 1000
  const tooSlow = problem(
    `There was no result within ${seconds} seconds.`,
    'Check the load, then run the command again.',
  )
  const timer = setTimeout(() => resolve(tooSlow), checkTimeoutMs)
  Promise.try(check).then(resolve, (error) =>
    resolve(problem(messageOf(error), 'Correct this, then run the command again.')),
  )
  return promise.finally(() => clearTimeout(timer))
}

/** An error’s message, as it is outside of a start. */
export const messageOf = (error: unknown) => {
  const message = (error instanceof Error ? error.message : String(error)).replace('Foldout cannot start: ', '')
  return message.charAt(0).toUpperCase() + message.slice(1)
}

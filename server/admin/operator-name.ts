import { userInfo } from 'node:os'
import { visibleLine } from '#contract/visible-text.ts'
import { refuse } from '#server/http/errors.ts'

const longest = 60

/** Takes `--as NAME` out of what was typed. Without it the operator is called like the login. */
export function readOperator(argv: string[]): { operator: string; rest: string[] } {
  const end = argv.indexOf('--')
  const at = argv.findIndex((word, place) => /^--as(=|$)/.test(word) && (end < 0 || place < end))
  if (at < 0) return { operator: loginName(), rest: argv }
  const isInOneWord = argv[at] !== '--as'
  const name = isInOneWord ? argv[at]?.slice('--as='.length) : argv[at + 1]
  return { operator: checkedName(name), rest: argv.toSpliced(at, isInOneWord ? 1 : 2) }
}

function checkedName(name = '') {
  if (name === '' || name.startsWith('--'))
    throw refuse('invalid_request', '--as needs NAME behind it: your name, for the audit log.')
  if ([...name].length <= longest && visibleLine(name) === name) return name
  throw refuse(
    'invalid_request',
    `--as must be a name in one line, of at most ${longest} characters, without characters that are not visible.`,
  )
}

/** With sudo it is the name of who used it. A container may have no name for its user. */
function loginName() {
  try {
    return process.env.SUDO_USER || userInfo().username
  } catch {
    return process.env.USER || `user ${process.getuid?.()}`
  }
}

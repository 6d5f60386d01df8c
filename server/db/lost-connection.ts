/** Connection errors of Node, pg and PostgreSQL. 25006: this server no longer accepts writes. */
const codes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)(UNREACH|DOWN)|08\w{3}|57P0\d|25006)$/
const messages =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|connection timeout|connection error/i

type Failed = Error & { code?: string; syscall?: string }

/** On connect, ENOENT means a missing Unix socket; otherwise it concerns a file. */
export function isLostConnection({ code = '', syscall, message }: Failed) {
  if (code === 'ENOENT' || code === 'EACCES') return syscall === 'connect'
  return codes.test(code) || messages.test(message)
}

const ofPgbouncer = /server conn crashed|server closed|server unexpectedly closed/

/** Whether the connection ended before the response or was refused. Timeouts do not count. */
export const wasCutOff = ({ code = '', syscall, message }: Failed) =>
  syscall === 'connect' ||
  /^(ECONNRESET|EPIPE|57P0[12])$/.test(code) ||
  /^Connection terminated unexpectedly$|not queryable/.test(message) ||
  ofPgbouncer.test(message)

/** PostgreSQL ran out of a resource or cancelled a statement: a timeout, a deadlock or a serialisation failure. */
export const gaveUp = ({ code = '' }: Failed) => /^(53\d{3}|40001|40P01|55P03|57014)$/.test(code)

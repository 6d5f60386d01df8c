/** Connection errors of Node, pg and PostgreSQL. 25006: this server no longer accepts writes. */
const lostConnectionCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)(UNREACH|DOWN)|08\w{3}|57P0\d|25006)$/
const lostConnectionMessages =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|connection timeout|connection error/i

type ConnectionFailure = Error & { code?: string; syscall?: string }

/** On connect, ENOENT means a missing Unix socket; otherwise it concerns a file. */
export function isLostConnection({ code = '', syscall, message }: ConnectionFailure) {
  if (code === 'ENOENT' || code === 'EACCES') return syscall === 'connect'
  return lostConnectionCodes.test(code) || lostConnectionMessages.test(message)
}

const pgbouncerMessages = /server conn crashed|server closed|server unexpectedly closed/

/** Whether the connection ended before the response or was refused. Timeouts do not count. */
export const wasInterrupted = ({ code = '', syscall, message }: ConnectionFailure) =>
  syscall === 'connect' ||
  /^(ECONNRESET|EPIPE|57P0[12])$/.test(code) ||
  /^Connection terminated unexpectedly$|not queryable/.test(message) ||
  pgbouncerMessages.test(message)

/** PostgreSQL ran out of a resource or cancelled a statement: a timeout, a deadlock or a serialisation failure. */
export const isTransientError = ({ code = '' }: ConnectionFailure) => /^(53\d{3}|40001|40P01|55P03|57014)$/.test(code)

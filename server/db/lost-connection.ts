/** Failures of a connection as Node, pg and PostgreSQL name them: what was asked may not have been done. */
const codes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|08\w{3}|57P0\d)$/
const messages =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|connection timeout|connection error/i

type Failed = Error & { code?: string; syscall?: string }

/** A Unix socket that is not there is ENOENT on connect; of a file it is another matter. */
export function isLostConnection({ code = '', syscall, message }: Failed) {
  if (code === 'ENOENT' || code === 'EACCES') return syscall === 'connect'
  return codes.test(code) || messages.test(message)
}

/** Connection failures as Node, pg and PostgreSQL name them. 25006: this server takes no writes any more. */
const codes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)(UNREACH|DOWN)|08\w{3}|57P0\d|25006)$/
const messages =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|connection timeout|connection error/i

type Failed = Error & { code?: string; syscall?: string }

/** A Unix socket that is not there is ENOENT on connect; of a file it is another matter. */
export function isLostConnection({ code = '', syscall, message }: Failed) {
  if (code === 'ENOENT' || code === 'EACCES') return syscall === 'connect'
  return codes.test(code) || messages.test(message)
}

const ofPgbouncer = /server conn crashed|server closed|server unexpectedly closed/

/** Whether its connection ended before the answer, or was refused at once; what has been waited for in vain is not among it. */
export const wasCutOff = ({ code = '', syscall, message }: Failed) =>
  syscall === 'connect' ||
  /^(ECONNRESET|EPIPE|57P0[12])$/.test(code) ||
  /^Connection terminated unexpectedly$|not queryable/.test(message) ||
  ofPgbouncer.test(message)

/** PostgreSQL is out of something, or gave a statement up: a lock or an answer took too long, or others had to go first. */
export const gaveUp = ({ code = '' }: Failed) => /^(53\d{3}|40001|40P01|55P03|57014)$/.test(code)

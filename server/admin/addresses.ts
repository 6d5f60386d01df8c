/**
 * As much of an address as whoever looks after mail needs: whose server it is at, and a letter to tell it from another. What
 * is printed here is copied into chats and bug reports.
 */
export function shortAddress(email: string) {
  const at = email.lastIndexOf('@')
  return at < 0 ? '***' : `${[...email].slice(0, Math.min(1, at)).join('')}***${email.slice(at)}`
}

/** A text of a program, such as why a job failed, with what looks like an address in it shortened. */
export const withoutAddresses = (text: string) =>
  text.replace(/[^\s<>"'(),;:=]+@[^\s<>"'(),;:=]+/g, shortAddress)

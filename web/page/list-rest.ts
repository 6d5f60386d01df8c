export const readCursor = (search: URLSearchParams) => search.get('cursor') ?? undefined

/** The rest of a list after a cursor, at the address of its page; without one all of it. */
export const restAddress = (address: string, cursor: string | undefined) =>
  cursor ? `${address}?${new URLSearchParams({ cursor })}` : address

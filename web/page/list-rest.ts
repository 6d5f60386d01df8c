export const readCursor = (search: URLSearchParams) => search.get('cursor') ?? undefined

export const restAddress = (address: string, cursor: string | undefined) =>
  cursor ? `${address}?${new URLSearchParams({ cursor })}` : address

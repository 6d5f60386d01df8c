export const readCursor = (search: URLSearchParams) => search.get('cursor') ?? undefined

export const addressAfter = (address: string, cursor: string | undefined) =>
  cursor ? `${address}?${new URLSearchParams({ cursor })}` : address

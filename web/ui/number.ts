let shared: Intl.NumberFormat | undefined

/** `1,840`. Uses one formatter, created when it is needed, because creating it delays the first interaction. */
export function formatNumber(count: number) {
  shared ??= new Intl.NumberFormat('en')
  return shared.format(count)
}

export const formatCount = (count: number, noun: string) => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`

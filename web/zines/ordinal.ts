const words = [
  '',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
]
const rules = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }

/** `second`; from eleven on `11th`. */
export const ordinal = (number: number) =>
  words[number] ?? `${number}${endings[rules.select(number)] ?? 'th'}`

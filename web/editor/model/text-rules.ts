export type Saved<Text> = Text & { version: number }

/** Omits a required title while it is blank, so that the rest can be saved. */
export type Save<Text> = Omit<Text, 'title'> & { title?: string; version: number }

export type Caret<Text> = { field: keyof Text & string; at: number }

/** What the model knows about the kind of text it edits: a project or a zine layout. */
export type TextRules<Text> = {
  fields: readonly (keyof Text & string)[]
  lettersOf: (text: Text, field: keyof Text & string) => string
  typedIn: (text: Text, place: string) => string
  notUndone: readonly (keyof Text & string)[]
  lacksTitle: (text: Text) => boolean
  isTooLong: (text: Text) => boolean
  isLong: (text: Text) => boolean
  outgoing: (text: Text, base: Text) => Text
  saveOf: (text: Text, version: number) => Save<Text>
  caretAfter: (from: Text, to: Text) => Caret<Text> | undefined
}

export const same = <Text>(rules: TextRules<Text>, a: Text, b: Text) =>
  rules.fields.every((field) => sameField(rules, field, a, b))

export const sameField = <Text>(
  { lettersOf }: TextRules<Text>,
  field: keyof Text & string,
  ...[a, b]: [Text, Text]
) => a[field] === b[field] || lettersOf(a, field) === lettersOf(b, field)

export const fieldsOf = <Text>({ fields }: TextRules<Text>, text: Text) => picked(text, fields) as Text

export const picked = <Text>(text: Text, fields: readonly (keyof Text & string)[]) =>
  Object.fromEntries(fields.map((field) => [field, text[field]])) as Partial<Text>

/** A 53-bit hash and the length, to compare texts without storing them. */
export function fingerprint<Text>({ fields, lettersOf }: TextRules<Text>, text: Text) {
  const whole = fields.map((field) => lettersOf(text, field)).join('\n')
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let at = 0; at < whole.length; at += 1) {
    const unit = whole.charCodeAt(at)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return `${whole.length}-${(4294967296 * (2097151 & b) + (a >>> 0)).toString(36)}`
}

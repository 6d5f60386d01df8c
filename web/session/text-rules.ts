export type Saved<Text> = Text & { version: number }

/** A text to save, and the server's version that it is based on. */
export type Save<Text> = { text: Text; base: Saved<Text> }

export type Caret<Text> = { field: keyof Text & string; at: number }

/** What the model knows about the kind of text it edits: a project, a draft or a published zine. */
export type TextRules<Text> = {
  /** Otherwise a text is saved when its author asks, and only stored in the browser until then. */
  savesAutomatically: boolean
  /** Stored drafts contain the text that they are based on, so that changes elsewhere can be merged after a reload. */
  storesBase: boolean
  fields: readonly (keyof Text & string)[]
  fieldText: (text: Text, field: keyof Text & string) => string
  typedText: (text: Text, target: string) => string
  fieldsWithoutUndo: readonly (keyof Text & string)[]
  isTitleMissing: (text: Text) => boolean
  isTooLong: (text: Text) => boolean
  isLong: (text: Text) => boolean
  outgoing: (text: Text, base: Text) => Text
  /** Fields that follow from others, and how they are updated after a change. */
  derivedFields: readonly (keyof Text & string)[]
  withDerived: (before: Text, text: Text) => Text
  caretAfter: (from: Text, to: Text) => Caret<Text> | undefined
}

export const isSameText = <Text>(rules: TextRules<Text>, a: Text, b: Text) =>
  rules.fields.every((field) => isSameField(rules, field, a, b))

export const isSameField = <Text>(
  { fieldText }: TextRules<Text>,
  field: keyof Text & string,
  ...[a, b]: [Text, Text]
) => a[field] === b[field] || fieldText(a, field) === fieldText(b, field)

export const pickRuleFields = <Text>({ fields }: TextRules<Text>, text: Text) => pickFields(text, fields) as Text

export const pickFields = <Text>(text: Text, fields: readonly (keyof Text & string)[]) =>
  Object.fromEntries(fields.map((field) => [field, text[field]])) as Partial<Text>

/** A 53-bit hash and the length, to compare texts without storing them. */
export function fingerprint<Text>({ fields, fieldText }: TextRules<Text>, text: Text) {
  const joined = fields.map((field) => fieldText(text, field)).join('\n')
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let at = 0; at < joined.length; at += 1) {
    const unit = joined.charCodeAt(at)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return `${joined.length}-${(4294967296 * (2097151 & b) + (a >>> 0)).toString(36)}`
}

/** The lengths of the common prefix and suffix of two texts. */
export function difference(from: string, to: string) {
  const maxPrefix = Math.min(from.length, to.length)
  let prefix = 0
  while (prefix < maxPrefix && from.charCodeAt(prefix) === to.charCodeAt(prefix)) prefix += 1
  let suffix = 0
  const maxSuffix = maxPrefix - prefix
  while (suffix < maxSuffix && from.charCodeAt(from.length - 1 - suffix) === to.charCodeAt(to.length - 1 - suffix)) {
    suffix += 1
  }
  return { prefix, suffix }
}

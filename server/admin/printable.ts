/**
 * What a terminal would obey, or what turns the order of a line around: shown as its number. Titles and names come from
 * strangers, and one must neither look like a line of ours nor move the cursor.
 */
const obeyed = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu

const asNumber = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

export const printable = (text: string) => text.replace(obeyed, asNumber)

/** JSON in one line that a terminal can be shown as well: what it escapes stands in texts, where a number means the same. */
export const printableJson = (value: unknown) => printable(JSON.stringify(value))

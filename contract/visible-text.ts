/** Characters nobody sees, which can turn the order of a text around or make two names look alike. */
const unseen =
  /[[\p{Default_Ignorable_Code_Point}\p{Cc}\uFFF9-\uFFFB]--[\t\n\u200C\u200D\p{Variation_Selector}\u{E0000}-\u{E007F}]]/gv

/** One of these chooses between the looks of the letter before it, and is nothing by itself. */
const strayVariations =
  /(?<![[\p{L}\p{N}\p{P}\p{S}\p{M}]--\p{Variation_Selector}])\p{Variation_Selector}+|(?<=\p{Variation_Selector})\p{Variation_Selector}+/gv

/** Only the flags of England, Scotland and Wales are spelled with tags. */
const tags = /(\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F})|[\u{E0000}-\u{E007F}]/gu

/** Scripts whose letters are joined, or kept apart, by a character nobody sees. */
const joining = 'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt'
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('')
const emoji = '\\p{Extended_Pictographic}'
const strayJoiners = new RegExp(
  `(?<![${joining}])(?<![${emoji}\\p{Emoji_Modifier}\\uFE0F](?=\\u200D))[\\u200C\\u200D]+` +
    `|[\\u200C\\u200D]+(?![${joining}${emoji}\\u200C\\u200D])|(?<=([\\u200C\\u200D]))[\\u200C\\u200D]+`,
  'gu',
)

/** Text as people see it: what is invisible goes, unless a script or an emoji is written with it. */
export const visible = (text: string) =>
  text
    .replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replace(unseen, '')
    .replace(tags, '$1')
    .replace(strayVariations, '')
    .replace(strayJoiners, '')
    .trim()

/** A blank of Braille is drawn as nothing. */
const drawn = /[[\p{L}\p{N}\p{P}\p{S}]--\u2800]/v

/** The same in one line, as a name is; empty when nothing of it would be seen. */
export function visibleLine(text: string) {
  const line = visible(text.replace(/\s+/gu, ' ')).replace(/ +/g, ' ')
  return drawn.test(line) ? line : ''
}

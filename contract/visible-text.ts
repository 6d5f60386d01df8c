/** Characters nobody sees, which can turn the order of a text around or make two names look alike. */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken away.
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]/gu

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
    .replace(strayJoiners, '')
    .trim()

/** The same in one line, as a name is. */
export const visibleLine = (text: string) => visible(text.replace(/\s+/gu, ' ')).replace(/ +/g, ' ')

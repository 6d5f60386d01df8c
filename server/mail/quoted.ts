import { visibleLine } from '#contract/visible-text.ts'

/** Most of a name or title, and the beginning of a longer text. */
const longest = 2_000

/**
 * A text that a member or visitor wrote, as every mail shows it: in quotation marks it cannot close, on one line, without
 * control or direction characters, and without anything a mail program makes a link of.
 */
export const quoted = (text: string) =>
  `“${withoutLinks(visibleLine(text.slice(0, longest))).replace(/["“”„‟]/gu, "'")}”`

/**
 * Mail programs link what looks like an address, in plain text too: a scheme, a domain, an email address, a network share.
 * `https://evil.example` becomes `https[:]//evil[.]example`.
 */
const withoutLinks = (text: string) =>
  text
    .replace(/:(?=\/\/)|(?<=\p{L}):(?=[\p{L}\p{N}+/?\\])/gu, '[:]')
    .replace(/(?<=\S)[.．｡。](?=[\p{L}\p{N}])/gu, '[.]')
    .replace(/(?<=\S)@(?=\S)/gu, '[@]')
    .replace(/\\\\/g, '[\\\\]')

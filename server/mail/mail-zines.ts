import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { html } from '#server/http/html.ts'
import { type TranslatableText, type Translated, translateTexts } from '#server/languages/translate-texts.ts'
import { bodyText, colours, languageOf, sentence, textFont, typewriter } from './mail-html.ts'

/** A zine in a list. Texts of members are already quoted. Without a `cover`, its `note` says why. */
export type MailZine = {
  title: string
  language: string | null
  creator: string
  link: string
  note?: TranslatableText | undefined
  cover?: { address: string; altText: string; width: number; height: number } | undefined
}

type TranslatedZine = Translated<MailZine>

export const zinesText = (zines: TranslatedZine[], i18n: I18n) =>
  zines
    .map(({ title, creator, note, link }) =>
      [title, translateTexts(i18n, by(creator)), note, link].filter(Boolean).join('\n'),
    )
    .join('\n\n')

const by = (creator: string) => msg`by ${{ creator }}`

export const zinesHtml = (zines: TranslatedZine[], i18n: I18n) =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin: 0 0 8px;">${zines.map(
    (zine) => html`
<tr><td width="${coverWidth}" valign="top" style="width: ${coverWidth}px; padding: 0 0 20px;">${cover(zine, i18n)}</td>
<td width="16"></td>
<td valign="top" style="padding: 0 0 20px; overflow-wrap: anywhere;">
<p ${languageOf(zine.title, zine.language)} style="margin: 0 0 4px; font: 700 17px/1.35 ${textFont};"><a class="ink" href="${zine.link}" style="color: ${colours.ink};">${zine.title}</a></p>
<p class="soft" style="margin: 0 0 8px; font: 400 15px/1.4 ${typewriter}; color: ${colours.soft};">${sentence(translateTexts(i18n, by(zine.creator)))}</p>
${zine.note !== undefined && html`<p class="ink" style="${bodyText} margin: 0; font-size: 15px;">${sentence(zine.note, zine.language)}</p>`}
</td></tr>`,
  )}
</table>`

const coverWidth = 104

const cover = ({ title, language, cover, link }: TranslatedZine, i18n: I18n) =>
  cover
    ? html`<a href="${link}"><img class="sunk ink edged" src="${cover.address}" alt="${cover.altText || translateTexts(i18n, msg`Cover: ${{ title }}`)}"${cover.altText && html` ${languageOf(cover.altText, language)}`} width="${coverWidth}" height="${Math.round((coverWidth * cover.height) / cover.width)}" style="display: block; border: 1px solid ${colours.edge}; background: ${colours.sunk}; font: 400 13px/1.3 ${textFont}; color: ${colours.ink};"></a>`
    : html`<div class="sunk soft" style="padding: 40px 8px; background: ${colours.sunk}; font: 400 13px/1.3 ${textFont}; color: ${colours.soft}; text-align: center;">${i18n._(msg`Cover not shown`)}</div>`

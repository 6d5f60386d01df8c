import type { Details } from '#contract/details.ts'
import { useTextLanguage } from '#web/ui/use-text-language.ts'

/** Where a paper copy is to be had. A stranger wrote the address, so nothing of ours vouches for it. */
export function PaperLine({ paper: { words, url } }: { paper: NonNullable<Details['paper']> }) {
  const language = useTextLanguage(words ?? '')
  return (
    <>
      {words && <span {...language}>{words}</span>}
      {words && url && ' '}
      {url && (
        <a href={url} rel="nofollow ugc noopener" title={url}>
          {URL.parse(url)?.hostname.replace(/^www\./, '') ?? url}
        </a>
      )}
    </>
  )
}

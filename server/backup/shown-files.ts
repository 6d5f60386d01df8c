import { imageWidths } from '#contract/media-address.ts'
import { printEnding } from '#server/media/storage/storage.ts'

const pictures = imageWidths.map((width) => `'-${width}.webp'`).join(', ')

/**
 * SQL of the name of each file that rows show, once and in their order: of uploads, and of pictures of members, which may
 * outlive theirs. The condition is about a `hash`.
 */
export const shownFiles = (condition = 'true') => `
  select distinct (hash || ending) collate "C" as name
  from (
    select distinct hash, case kind when 'video' then '.' || extension end as video, print_width is not null as to_print
    from media where ${condition}
    union
    select hash, null, false
    from (select substr(picture_url, 8, 32) as hash from profiles where picture_url ~ '^/media/[0-9a-f]{32}-') own
    where ${condition}
  ) shown
  cross join lateral unnest(array[${pictures}, video, case when to_print then '${printEnding}' end]) ending
  where ending is not null
  order by 1`

/** What the first two signs of a name can be: files lie in folders by them. */
export const prefixes = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'))

import type { Visibility } from '#contract/shelves.ts'
import { grouped } from '#web/ui/number.ts'

/** What is read beside a shelf's title of who sees it; nothing where everybody does. */
export const visibilityMark: Record<Visibility, string> = {
  private: 'only you',
  link: 'by its link',
  public: '',
}

/** The same where one of them is chosen. */
export const visibilityChoices: Record<Visibility, { name: string; hint: string }> = {
  private: { name: 'Only you', hint: 'It is on your own profile, and nobody else can open it.' },
  link: { name: 'Whoever has the link', hint: 'It stands in no list, but can be passed on.' },
  public: { name: 'Everybody', hint: 'It stands on your profile, and has a feed to follow.' },
}

export const countedShelves = (count: number) => `${grouped(count)} ${count === 1 ? 'shelf' : 'shelves'}`

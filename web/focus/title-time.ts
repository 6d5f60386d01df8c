const ours = /^\d\d:\d\d · /

/** Puts the time that is left before the title of the tab; without one, takes it away. */
export function showInTitle(left: number | null) {
  const title = document.title.replace(ours, '')
  const next = left === null ? title : `${digitsOf(left).join('')} · ${title}`
  if (document.title !== next) document.title = next
}

/** Milliseconds as `['17', ':', '42']`; a second that has begun is still left. */
export function digitsOf(left: number): [string, ':', string] {
  const seconds = Math.ceil(left / 1000)
  return [two(Math.floor(seconds / 60)), ':', two(seconds % 60)]
}

const two = (count: number) => String(count).padStart(2, '0')

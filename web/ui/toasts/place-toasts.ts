/** Titles, and what can be pressed or filled in. */
const avoided = 'h1, h2, h3, a, button, input, select, textarea, summary, [role="tab"], [role="menuitem"]'
const step = 8

type Box = { left: number; top: number; right: number; bottom: number }

/** Keeps the notifications off titles and controls, where there is space: now, and when a dialog opens or closes. */
export function watchToastPlace(list: HTMLElement) {
  const place = () => placeToasts(list)
  const resizes = new ResizeObserver(place)
  const dialogs = new MutationObserver(place)
  resizes.observe(list)
  dialogs.observe(document.body, { childList: true })
  return () => {
    resizes.disconnect()
    dialogs.disconnect()
  }
}

/** Moves the list to the place nearest to the one of its styles that covers the least. */
function placeToasts(list: HTMLElement) {
  list.removeAttribute('style')
  const { left, top, width, height } = list.getBoundingClientRect()
  if (height === 0) return
  const obstacles = listObstacles(list)
  const cost = (x: number, y: number) => {
    const box = { left: x, top: y, right: x + width, bottom: y + height }
    return obstacles.reduce((total, obstacle) => total + coveredPart(obstacle, box), 0)
  }
  let best = { x: left, y: top, cost: cost(left, top) }
  for (const { x, y } of places({ left, top, width, height })) {
    if (best.cost === 0) break
    const next = cost(x, y)
    if (next < best.cost) best = { x, y, cost: next }
  }
  if (best.x === left && best.y === top) return
  Object.assign(list.style, { left: `${best.x}px`, top: `${best.y}px`, right: 'auto', bottom: 'auto' })
}

/** The topmost dialog makes the rest of the page inert, so only what is in it counts. */
function listObstacles(list: HTMLElement): Box[] {
  const layer = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1) ?? document.body
  return [...layer.querySelectorAll(avoided)]
    .filter((element) => !list.contains(element) && element.checkVisibility())
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height, top, bottom }) => width > 2 && height > 2 && bottom > 0 && top < innerHeight)
}

/** How much of a box another one covers, from 0 to 1. */
function coveredPart(box: Box, cover: Box) {
  const width = Math.min(box.right, cover.right) - Math.max(box.left, cover.left)
  const height = Math.min(box.bottom, cover.bottom) - Math.max(box.top, cover.top)
  if (width <= 0 || height <= 0) return 0
  return (width * height) / ((box.right - box.left) * (box.bottom - box.top))
}

type Place = { left: number; top: number; width: number; height: number }

/** All places in the window, the nearest first. */
function places({ left, top, width, height }: Place) {
  const [maxX, maxY] = [document.documentElement.clientWidth - width, innerHeight - height]
  const columns = [left, step, maxX / 2, maxX - step].filter((x) => x >= 0 && x <= maxX)
  const rows = Array.from({ length: Math.max(0, Math.floor(maxY / step)) }, (_, row) => (row + 1) * step)
  const distance = ({ x, y }: { x: number; y: number }) => Math.hypot(x - left, y - top)
  return columns
    .flatMap((x) => rows.map((y) => ({ x, y })))
    .filter(({ y }) => y <= maxY)
    .sort((one, other) => distance(one) - distance(other))
}

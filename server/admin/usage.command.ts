import { command, oneOf, optionally } from './command.ts'
import { limit, partOf, place } from './lists.ts'
import { readUsage, usageOrders } from './usage.queries.ts'

const readCount = (order: string) => (/^\d{1,18}$/.test(order) ? order : undefined)
const after = optionally(place(readCount))

export const usageCommand = command({
  name: 'usage',
  says: 'Lists who keeps the most, in bytes and in rows, and says what all keep together.',
  more: 'Bytes are those of pictures, videos, PDFs and texts. Every member’s are counted, so it may take a while.',
  options: {
    by: { says: 'what counts', value: usageOrders.join('|'), shape: oneOf(usageOrders).default('bytes') },
    limit,
    after,
  },
  run: async ({ db }, { by, limit: most, after: last }) => {
    const { members, totals } = await readUsage(db, { by, limit: most + 1, after: last })
    const { shown: rows, next } = partOf(members, most, (member) => `${member[by]}/${member.id}`)
    return { facts: { totals }, rows, next }
  },
})

import { z } from 'zod'
import { command, limit } from './command.ts'
import { readUsage, usageOrders } from './usage.queries.ts'

export const usageCommand = command({
  name: 'usage',
  says: 'Lists who keeps the most, in bytes and in rows, and says what all keep together.',
  more: 'Bytes are those of pictures, videos, PDFs and texts. Every member’s are counted, so it may take a while.',
  options: {
    by: { says: 'what counts', value: usageOrders.join('|'), shape: z.enum(usageOrders).default('bytes') },
    limit,
  },
  run: async ({ db }, { by, limit: most }) => {
    const { members, totals } = await readUsage(db, by, most)
    return { facts: { totals }, rows: members }
  },
})

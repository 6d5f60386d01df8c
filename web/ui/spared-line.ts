/** Whether the line is slow or to be spared (`entry-inline.ts`): what nobody asked for is not fetched then. */
export const isLineSpared = () => ['slow', 'spared'].includes(document.documentElement.dataset.line ?? '')

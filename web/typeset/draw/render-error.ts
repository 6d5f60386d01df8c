/** The message is for the maker. */
export class RenderError extends Error {}

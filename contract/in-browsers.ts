/** Replaces `in-english.ts`, because browsers have no English sentences of the API. `package.json` maps it. */
export const say = () => ''

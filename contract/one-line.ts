const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/
const whitespace = /[\s\u0085]+/g

export const toOneLine = (text: string) =>
  lineBreak.test(text) ? text.replace(whitespace, (run) => (lineBreak.test(run) ? ' ' : run)) : text

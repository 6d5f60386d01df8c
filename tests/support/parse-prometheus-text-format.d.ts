declare module 'parse-prometheus-text-format' {
  function parse(text: string): unknown[]
  export = parse
}

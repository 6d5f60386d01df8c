type Visited = Pick<Window, 'history' | 'location'> & { navigation?: Navigation }

/**
 * How far back the page lies that somebody came here from, as the history wants it (-1, -2, …); 0 when there is none on
 * this site. The address of this page may have been typed on that one, or opened again by the link to the content.
 */
export function stepsBack({ navigation, history, location }: Visited) {
  const here = navigation?.currentEntry
  // Where the browser does not tell, React Router does, of the pages it led to: the one it was entered by is 0.
  if (!navigation || !here) return Number(history.state?.idx) > 0 ? -1 : 0
  const before = navigation.entries().slice(0, here.index)
  const from = before.findLast(({ url }) => url && new URL(url).pathname !== location.pathname)
  return from ? from.index - here.index : 0
}

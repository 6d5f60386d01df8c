// The code of a link is in the fragment, which no server or log sees. Without scripts, people copy it into the field.
const code = new URLSearchParams(location.hash.slice(1)).get('code')
if (code) {
  history.replaceState(null, '', location.pathname)
  document.getElementById('code').value = code
  document.getElementById('open').focus()
}

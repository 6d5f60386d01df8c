/** Test files share a browser. What one leaves, such as a running timer, would be unsaved work in the next. */
localStorage.clear()
sessionStorage.clear()
for (const name of await caches.keys()) await caches.delete(name)

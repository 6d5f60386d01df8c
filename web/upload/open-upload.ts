/** Asks for the upload dialog from anywhere; somebody who is not signed in is asked to do that first. */
export const uploadEvent = 'foldout:open-upload'

export const openUpload = () => window.dispatchEvent(new Event(uploadEvent))

/** The button in the toolbar opens the panel. What `mail.js` writes down is kept in memory alone, for as long as the browser runs. */
const prepare = () => {
  chrome.sidePanel.setPanelBehavior({ openPanelOnActionClick: true })
  chrome.storage.session.setAccessLevel({ accessLevel: "TRUSTED_AND_UNTRUSTED_CONTEXTS" })
}

prepare()
// Without a listener, this file would not run when the browser starts.
chrome.runtime.onStartup.addListener(prepare)

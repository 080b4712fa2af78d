export const panel = {
  unscoped: "Das Token, mit dem diese Ansicht geöffnet wurde, darf Deals und Leads nicht lesen.",
  noEmail: "Das ist keine E-Mail-Adresse."
}

export const toast = {
  undo: "Rückgängig",
  redo: "Wiederholen",
  undone: "Änderung rückgängig gemacht.",
  redone: "Änderung wiederhergestellt.",
  nothing: "Nichts rückgängig zu machen: Es wurde nichts geändert oder schon rückgängig gemacht.",
  why: {
    changed_since: "Nicht rückgängig gemacht: Seitdem hat es jemand geändert.",
    built_upon: "Nicht rückgängig gemacht: Neuere Ergänzungen gingen verloren.",
    gone: "Nicht rückgängig gemacht: Es existiert nicht mehr.",
    already_undone: "Schon rückgängig gemacht.",
    plan_limit_exceeded:
      "Nicht rückgängig gemacht: Der Tarif hat keinen Platz für einen weiteren aktiven Deal.",
    too_many: "Nicht rückgängig gemacht: zu viele Änderungen auf einmal.",
    not_undoable: "Nicht rückgängig gemacht: Solche Änderungen lassen sich nicht rückgängig machen."
  }
}

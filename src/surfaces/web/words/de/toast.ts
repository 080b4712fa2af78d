export const toast = {
  undo: "Rückgängig",
  redo: "Wiederholen",
  undone: "Die Änderung ist rückgängig gemacht.",
  redone: "Die Änderung gilt wieder.",
  nothing:
    "Es gibt nichts rückgängig zu machen: Es hat nichts geändert, oder es ist schon rückgängig gemacht.",
  why: {
    changed_since: "Nicht rückgängig gemacht: Seitdem hat jemand dasselbe geändert.",
    built_upon: "Nicht rückgängig gemacht: Seitdem kam etwas dazu, das verloren ginge.",
    gone: "Nicht rückgängig gemacht: Es ist nicht mehr da.",
    already_undone: "Es ist schon rückgängig gemacht.",
    plan_limit_exceeded:
      "Nicht rückgängig gemacht: Der Tarif hat keinen Platz für einen weiteren aktiven Deal.",
    too_many: "Nicht rückgängig gemacht: Es hat zu viel auf einmal geändert.",
    not_undoable: "Nicht rückgängig gemacht: Solche Änderungen lassen sich nicht rückgängig machen."
  }
}

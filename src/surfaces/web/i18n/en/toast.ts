export const toast = {
  undo: "Undo",
  redo: "Redo",
  undone: "Change undone.",
  redone: "Change redone.",
  nothing: "Nothing to undo: it changed nothing, or was already undone.",
  why: {
    changed_since: "Not undone: someone has changed it since.",
    built_upon: "Not undone: newer additions would be lost.",
    gone: "Not undone: it no longer exists.",
    already_undone: "Already undone.",
    plan_limit_exceeded: "Not undone: the plan has no room for another active deal.",
    too_many: "Not undone: too many changes for one undo.",
    not_undoable: "Not undone: changes of this kind can’t be undone."
  }
}

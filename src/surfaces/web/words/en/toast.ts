export const toast = {
  undo: "Undo",
  redo: "Redo",
  undone: "Change undone.",
  redone: "Change redone.",
  nothing: "There is nothing to undo: it changed nothing, or it was undone already.",
  why: {
    changed_since: "Not undone: somebody has changed the same since.",
    built_upon: "Not undone: something was added since that would be lost.",
    gone: "Not undone: it is not there any more.",
    already_undone: "It is undone already.",
    plan_limit_exceeded: "Not undone: the plan has no room for another active deal.",
    too_many: "Not undone: it changed too much for one undo.",
    not_undoable: "Not undone: changes of this kind can’t be undone."
  }
}

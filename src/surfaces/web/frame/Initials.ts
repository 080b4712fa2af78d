/** Two letters for a person, from the first and last word of the name. */
export const initials = (name: string): string =>
  name
    .split(/[\s@._-]+/u)
    .map((word) => Array.from(word)[0] ?? "")
    .filter((letter, index, all) => letter !== "" && (index === 0 || index === all.length - 1))
    .join("")
    .toUpperCase()

/** Limits of processor time hold on a machine that has nothing else to do; a slower or busier one takes its share longer. */

/** Milliseconds of this thread's processor time. */
export const processor = () => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1_000
}

/** Text made, matched and parsed, as requests do. */
const sample = () => {
  let text = ""
  for (let line = 0; line < 6_000; line++)
    text += `${"  ".repeat(line % 20)}- item ${line} [a](https://a.example)\n`
  const rows = [...text.matchAll(/^( *)- (\S+) (\d+) (.*)$/gmu)].map(([, ...parts]) => parts)
  return JSON.stringify(JSON.parse(JSON.stringify(rows))).length
}

/** Milliseconds of a sample on two idle cores of 2.5 GHz. */
const usual = 8.5

/** How many times longer than usual things take just now; at least 1. */
export const pace = () => {
  for (let run = 0; run < 4; run++) sample()
  const before = processor()
  for (let run = 0; run < 12; run++) sample()
  return Math.max(1, (processor() - before) / 12 / usual)
}

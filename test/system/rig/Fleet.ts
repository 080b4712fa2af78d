/** Several nodes on one database behind a balancer, and what their callers see. */
import { Agent } from "node:http"
import { type Kind, makeBalancer } from "./Balancer.ts"
import { send } from "./Http.ts"
import { isDone, type Op } from "./Ledger.ts"
import type { Environment, Service } from "./Service.ts"
import type { Place } from "./Site.ts"
import type { Trial } from "./Trial.ts"
import { secondsSince, sleep, until } from "./Wait.ts"

/** Starts a node with each of the settings. */
export const nodesWith = async (trial: Trial, settings: ReadonlyArray<Environment>) => {
  const nodes: Array<Service> = []
  for (const one of settings) nodes.push(await trial.launch(one))
  await Promise.all(nodes.map((node) => node.ready()))
  return nodes
}

/** The same behind our own balancer. */
export const start = async (trial: Trial, settings: ReadonlyArray<Environment>, kind: Kind = "both") => {
  const nodes = await nodesWith(trial, settings)
  const balancer = await makeBalancer(
    kind,
    nodes.map(({ url }) => url)
  )
  trial.defer(balancer.close)
  return { nodes, balancer }
}

/** What a node says of itself. */
export const readiness = async ({ url }: Service): Promise<{ status: number; body: any }> => {
  const answer = await fetch(`${url}/readyz`)
  return { status: answer.status, body: await answer.json() }
}

/** Waits until a node says so; returns the seconds. */
export const says = async (
  trial: Trial,
  node: Service,
  what: string,
  test: (said: Awaited<ReturnType<typeof readiness>>) => boolean,
  seconds = 20
): Promise<void> => {
  const began = performance.now()
  const found = await until(seconds, async () => test(await readiness(node)) || undefined)
  trial.expect(found === true, `/readyz did not say within ${seconds} s that ${what}`)
  trial.note(`/readyz: ${what} after ${secondsSince(began).toFixed(1)} s`)
}

/** Callers were answered as if nothing had happened, but for requests without a key that a lost node had begun. */
export const expectUnharmed = (trial: Trial, may: (op: Op) => boolean = () => false): void => {
  const { failed } = trial.ledger
  const wrong = failed.filter((op) => !may(op))
  const [first] = wrong
  const how = first?.tries
    .map(({ error, status, text }) => `${status ?? error} ${text.slice(0, 100)}`)
    .join(", ")
  trial.note(`${failed.length} of ${trial.ledger.ops.length} requests failed`)
  trial.expect(wrong.length === 0, `${wrong.length} requests failed: ${first?.method} ${first?.path}: ${how}`)
}

/** A caller that waits for changes of a workspace where nothing happens, until it is stopped. */
export const waiting = (trial: Trial, { token }: Place, url: () => string) => {
  const agent = new Agent({ keepAlive: true })
  const failures: Array<string> = []
  let isOn = true
  let answers = 0
  const ask = async (cursor: string) => {
    const answer = await send(agent, { method: "GET", url: `${url()}/v1/events?wait=20${cursor}`, token })
    if (!isOn) return cursor
    if (isDone(answer)) {
      answers++
      return `&cursor=${JSON.parse(answer.text).nextCursor}`
    }
    failures.push(`${answer.status ?? answer.error} ${answer.text.slice(0, 100)}`)
    await sleep(0.3)
    return cursor
  }
  const run = async () => {
    for (let cursor = ""; isOn;) cursor = await ask(cursor)
  }
  const done = run()
  return async () => {
    isOn = false
    agent.destroy()
    await done
    trial.note(`a caller that waited was answered ${answers} times`)
    trial.expect(failures.length === 0, `a caller that waited for changes was refused: ${failures[0]}`)
  }
}

/** Loses the node that delivers; another takes its deliveries over within 20 s. */
export const expectTakeover = async (trial: Trial, lose: () => unknown): Promise<void> => {
  const had = () => trial.site.receiver.got.get(trial.subscription!.path)!.size
  trial.expect(had() > 0, "nothing had been delivered")
  await lose()
  const before = had()
  const began = performance.now()
  const found = await until(20, () => had() > before + 20 || undefined)
  trial.note(`events flowed again after ${secondsSince(began).toFixed(1)} s`)
  trial.expect(found === true, "no other node took the deliveries over within 20 s")
}

/** Kills a service with SIGKILL, and starts it again. */
export const restarted = (trial: Trial, service: Service) => ({
  strike: () => {
    service.kill("SIGKILL")
    return service.ended()
  },
  heal: async () => {
    service.launch()
    trial.note(`ready ${(await service.ready()).toFixed(1)} s after the start`)
  }
})

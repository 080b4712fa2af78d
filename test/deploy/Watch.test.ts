import { assert, describe, it, layer } from "@effect/vitest"
import { parser } from "@prometheus-io/lezer-promql"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { backupMetrics } from "../support/deploy/BackupMetrics.ts"
import { yamlOf } from "../support/deploy/Files.ts"
import { eventually, makeReceiver } from "../support/fakes/Receiver.ts"
import { makeSubscriber } from "../support/fakes/Subscriber.ts"
import { TestService } from "../support/server/TestService.ts"

const rules: ReadonlyArray<{ alert: string; expr: string; for: string; labels: any; annotations: any }> =
  yamlOf("deploy/prometheus/alerts.yml").groups.flatMap((group: any) => group.rules)

const dashboard = JSON.parse(readFileSync("deploy/grafana/sales-pipeline.json", "utf8"))

/** Grafana replaces these before Prometheus reads them. */
const plain = (expr: string) =>
  expr.replaceAll("$__rate_interval", "5m").replaceAll("$instance", ".*").replaceAll("$datasource", "x")

const expressions: ReadonlyArray<readonly [string, string]> = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap((panel: any) =>
    panel.targets.map(({ expr }: any) => [panel.title, plain(expr)] as const)
  )
]

/** What Prometheus adds itself, and what only workers have. */
const added = ["instance", "job", "le", "worker"]

/** The metrics and labels of an expression; undefined if it is not PromQL. */
const readsOf = (expr: string) => {
  const [metrics, labels] = [new Set<string>(), new Set<string>()]
  let isWrong = false
  parser.parse(expr).iterate({
    enter: ({ from, name, to, type }) => {
      if (type.isError) isWrong = true
      if (name === "Identifier") metrics.add(expr.slice(from, to))
      if (name === "LabelName") labels.add(expr.slice(from, to))
    }
  })
  return isWrong ? undefined : { metrics: [...metrics], labels: [...labels] }
}

describe("alerts and dashboard", () => {
  it("are PromQL", () => {
    assert.isUndefined(readsOf("sum by (operation rate(x[5m])"))
    assert.deepStrictEqual(readsOf('sum by (a) (rate(x{b="c"}[5m]))'), { metrics: ["x"], labels: ["a", "b"] })
    for (const [name, expr] of expressions) assert.isDefined(readsOf(expr), `${name}: ${expr}`)
  })

  it("say what is wrong, how long it must last, and how bad it is", () => {
    assert.lengthOf(new Set(rules.map(({ alert }) => alert)), rules.length)
    for (const rule of rules) {
      assert.match(rule.for, /^\d+m$/u)
      assert.match(rule.labels.severity, /^(critical|warning)$/u)
      assert.isString(rule.annotations.summary)
    }
  })

  it("are described in the docs", () => {
    const docs = readFileSync("docs/operations/watch.md", "utf8")
    for (const { alert } of rules) assert.include(docs, `\`${alert}\``)
  })
})

layer(TestService.layer({ OUTBOUND_ALLOW_PRIVATE: "true" }), { excludeTestServices: true })(
  "alerts and dashboard",
  (it) => {
    it.effect("read metrics and labels that a running service has, all of which the docs name", () =>
      Effect.gen(function* () {
        const { send } = yield* TestService
        const receiver = yield* makeReceiver()
        const { call, deal, subscribe } = yield* makeSubscriber
        yield* subscribe(receiver.url)
        yield* deal()
        yield* eventually(async () => receiver.received[0])
        yield* call("GET", "/v1/deals/0192f6a0-0000-7000-8000-000000000000")
        const wanted = new Set(expressions.flatMap(([, expr]) => readsOf(expr)!.metrics))
        // Prometheus makes the first; a service has the others with BACKUP_TO or BACKUP_WAL_TO (backup/Verify.test.ts).
        for (const name of ["up", ...backupMetrics]) assert.isTrue(wanted.delete(name), name)
        /** The labels of each metric, without the endings that histograms add. */
        const found = yield* eventually(async () => {
          const { text } = await send("GET", "/metrics")
          const series = new Map<string, Set<string>>()
          for (const [, name, labels = ""] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gmu)) {
            const known = series.get(name!) ?? new Set()
            series.set(name!, known)
            for (const [, label] of labels.matchAll(/(\w+)="/gu)) known.add(label!)
          }
          return [...wanted].every((name) => series.has(name)) ? series : undefined
        })
        for (const [title, expr] of expressions) {
          const { labels, metrics } = readsOf(expr)!
          const there = metrics.flatMap((name) => [...(found.get(name) ?? [])])
          for (const label of labels) assert.include([...added, ...there], label, `${title}: ${expr}`)
        }
        const docs = readFileSync("docs/operations/watch.md", "utf8")
        for (const name of found.keys()) {
          const family = name.replace(/_(bucket|sum|count)$/u, "")
          assert.isTrue(docs.includes(`\`${family}\``) || docs.includes(`\`${name}\``), name)
        }
      })
    )
  }
)

const of = (client, target) => ({
  input: "openapi.json",
  output: { client, target, mode: "split", clean: false }
})
export default {
  fetch: of("fetch", "generated/orval/fetch/api.ts"),
  zod: of("zod", "generated/orval/zod/api.ts")
}

/** A client of the sales pipeline service, for Node 20, Deno, Bun, browsers and workers. */
export { answerOf, type Answer } from "./Answers.ts"
export type { File, List, Read, ReadOptions, Rehearsed, Result, Write, WriteOptions } from "./Calls.ts"
export { type Client, type ClientOptions, createClient } from "./Client.ts"
export { Feed, type FollowOptions } from "./Feed.ts"
export { Pages } from "./Pages.ts"
export { type ErrorCodes, type ErrorType, type Failure, PipelineError } from "./PipelineError.ts"
export {
  verifyWebhook,
  WebhookError,
  type WebhookErrorCode,
  type WebhookMessage,
  type WebhookOptions
} from "./Webhook.ts"
export type * from "./generated/Types.ts"

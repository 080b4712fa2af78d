/** Identifiers: UUIDs, except for stages, whose ids are opaque strings. */
import { Schema } from "effect"
import * as Field from "./Field.ts"

/** Every id describes what it identifies, so that fields with ids need no description. */
const of = <S extends Schema.Top>(thing: string, schema: S): S =>
  Field.of(thing[0]!.toUpperCase() + thing.slice(1), `Id of the ${thing}.`, schema)

/**
 * A UUID of any version, including the nil UUID; the database decides whether it exists. `resource` names the error for an id in a path
 * that isn't a UUID (`<resource>_not_found`).
 */
const uuid = (resource: string, thing = resource) =>
  of(
    thing,
    Schema.String.check(
      Schema.isPattern(/^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/u, {
        expected: "a UUID",
        toJsonSchema: () => ({ format: "uuid" })
      })
    ).annotate({ resource })
  )

export const WorkspaceId = uuid("workspace").pipe(Schema.brand("WorkspaceId"))
export type WorkspaceId = typeof WorkspaceId.Type

/** The id of a workspace that is a rehearsal. */
export const RehearsalId = uuid("rehearsal").pipe(Schema.brand("WorkspaceId"))
export const UserId = uuid("user", "person").pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type
/** A person's id, or `me` for the caller. */
export const SomeoneId = of(
  "person",
  Schema.String.check(
    Schema.isPattern(
      /^(?:me|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$/u,
      { expected: "a UUID or me" }
    )
  ).annotate({ resource: "user" })
)

export const InvitationId = uuid("invitation").pipe(Schema.brand("InvitationId"))
export type InvitationId = typeof InvitationId.Type
export const TeamId = uuid("team").pipe(Schema.brand("TeamId"))
export type TeamId = typeof TeamId.Type
export const KeyId = uuid("key", "API key").pipe(Schema.brand("KeyId"))
export type KeyId = typeof KeyId.Type
export const BoardId = uuid("board").pipe(Schema.brand("BoardId"))
export type BoardId = typeof BoardId.Type
export const DealId = uuid("deal").pipe(Schema.brand("DealId"))
export type DealId = typeof DealId.Type
export const NoteId = uuid("note").pipe(Schema.brand("NoteId"))
export type NoteId = typeof NoteId.Type
export const LeadId = uuid("lead").pipe(Schema.brand("LeadId"))
export type LeadId = typeof LeadId.Type
export const ViewId = uuid("view", "saved view").pipe(Schema.brand("ViewId"))
export type ViewId = typeof ViewId.Type
export const FormId = uuid("form", "contact form").pipe(Schema.brand("FormId"))
export type FormId = typeof FormId.Type
export const WebhookId = uuid("webhook", "webhook subscription").pipe(Schema.brand("WebhookId"))
export type WebhookId = typeof WebhookId.Type
export const DeliveryId = uuid("delivery").pipe(Schema.brand("DeliveryId"))
export type DeliveryId = typeof DeliveryId.Type
export const TemplateId = uuid("template", "email template").pipe(Schema.brand("TemplateId"))
export type TemplateId = typeof TemplateId.Type
export const ApprovalId = uuid("approval").pipe(Schema.brand("ApprovalId"))
export type ApprovalId = typeof ApprovalId.Type

/** An API key's id, or a connected app's client id, which may be a URL. */
export const CredentialId = Field.of(
  "Credential",
  "Id of the API key, or client id of the connected app.",
  Schema.String.check(
    Schema.isPattern(/^[\x21-\x7e]{1,2048}$/u, {
      expected: "the id of an API key, or the client id of an app"
    })
  ).annotate({ resource: "credential" })
)

/** Opaque: `stg_` and 16 base62 characters. */
export const StageId = of("stage", Schema.String.annotate({ resource: "stage" })).pipe(
  Schema.brand("StageId")
)
export type StageId = typeof StageId.Type

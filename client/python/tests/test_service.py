"""The client against a service: SALES_PIPELINE_URL and SALES_PIPELINE_API_KEY name one with an empty workspace."""

import asyncio
import base64
import os
import unittest

from sales_pipeline import AsyncClient, Client, Invalid, NotFound, answer_of

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


@unittest.skipUnless(os.environ.get("SALES_PIPELINE_API_KEY"), "no service is named")
class Service(unittest.TestCase):
    def setUp(self):
        self.client = Client()
        self.board = self.client.boards.list()["data"][0]

    def create(self, name, **fields):
        return self.client.deals.create(board_id=self.board["id"], name=name, **fields)

    def test_writes_and_reads(self):
        made = self.create("Fleet", amount="12500.00", labels=["a"], next_step="Call")
        self.assertEqual((made["amountCents"], made["labels"]), (1_250_000, ["a"]))
        stages = self.client.boards.stages(self.board["id"])
        won = next(stage for stage in stages if stage["region"] == "won")
        self.assertEqual(self.client.deals.move(made["id"], to_stage_id=won["id"])["stage"]["name"], "Won")
        self.client.notes.create(made["id"], content_text="Signed.")
        details = self.client.deals.get(made["id"], include=["notes", "activity"])
        self.assertEqual(details["notes"]["data"][0]["contentText"], "Signed.")
        self.assertIsNone(self.client.deals.update(made["id"], next_step=None)["nextStep"])
        self.assertTrue(self.client.deals.delete(made["id"])["deleted"])

    def test_rehearses(self):
        made = self.create("Kept")
        told = self.client.deals.delete(made["id"], dry_run=True)
        self.assertEqual(told["dryRun"]["changes"][0]["resource"], "deal")
        self.assertEqual(self.client.deals.get(made["id"])["name"], "Kept")
        self.client.deals.delete(made["id"], plan=told["dryRun"]["plan"])

    def test_undoes_what_a_call_did(self):
        made = self.create("Fleet")
        changed = self.client.deals.update(made["id"], name="Cars")
        self.assertEqual(answer_of(changed).status, 200)
        self.assertRegex(answer_of(changed).request_id, "^req_")
        told = self.client.undo_of(changed, dry_run=True)["dryRun"]["answer"]
        self.assertEqual((len(told["undone"]), self.client.deals.get(made["id"])["name"]), (1, "Cars"))
        undone = asyncio.run(AsyncClient().undo_of(changed))
        self.assertEqual(([], "Fleet"), (undone["notUndone"], self.client.deals.get(made["id"])["name"]))
        with self.assertRaises(TypeError):
            self.client.undo_of(dict(changed))

    def test_uploads_images(self):
        png = base64.b64decode(PIXEL)
        for url in (self.client.upload_image(png), asyncio.run(AsyncClient().upload_image(png))):
            lead = self.client.leads.create(board_id=self.board["id"], first_name="Mia", message="Hi")
            enriched = self.client.leads.update(lead["id"], enrichment={"screenshot": url})
            self.assertEqual(enriched["enrichment"]["screenshot"], url)
        with self.assertRaises(Invalid) as wrong:
            self.client.upload_image(b"no image")
        self.assertEqual(wrong.exception.code, "invalid_image")
        with self.assertRaises(ValueError):
            self.client.upload_image(bytes(20_000_000))

    def test_tells_a_replay(self):
        first, again = (self.create("Twice", idempotency_key="python-twice") for _ in range(2))
        self.assertEqual([answer_of(one).replayed for one in (first, again)], [False, True])
        self.assertEqual(first, again)

    def test_does_once_what_has_the_same_key(self):
        first, again = (self.create("Once", idempotency_key="python-once") for _ in range(2))
        self.assertEqual(first["id"], again["id"])

    def test_goes_through_all_pages(self):
        rows = [{"externalId": f"p{place}", "name": f"Many {place}"} for place in range(120)]
        self.client.imports.deals(rows=rows, board_id=self.board["id"])
        names = {deal["name"] for deal in self.client.deals.each(q="Many", sort="created")}
        self.assertEqual(len(names), 120)

    def test_raises_what_the_service_refuses(self):
        with self.assertRaises(NotFound) as missing:
            self.client.deals.get("0190a0b0-c0d0-7000-8000-00000000abcd")
        self.assertEqual(missing.exception.code, "deal_not_found")
        with self.assertRaises(Invalid) as invalid:
            self.create("  ")
        self.assertEqual(invalid.exception.meta["issues"][0]["path"], "name")

    def test_follows_the_feed(self):
        start = self.client.events.list(limit=100)
        while start["hasMore"]:
            start = self.client.events.list(cursor=start["nextCursor"], limit=100)
        made = self.create("Followed")
        change, cursor = next(self.client.follow(start["nextCursor"]))
        self.assertEqual((change["type"], change["dealId"]), ("deal.created", made["id"]))
        second = self.create("Followed too")
        seen = next(change for change, _ in self.client.follow(cursor) if change["dealId"] == second["id"])
        self.assertEqual(seen["type"], "deal.created")

    def test_does_the_same_for_asyncio(self):
        async def main():
            client = AsyncClient()
            made = await asyncio.gather(
                *(client.deals.create(board_id=self.board["id"], name=f"Async {place}") for place in range(3))
            )
            found = [deal["id"] async for deal in client.deals.each(q="Async")]
            self.assertEqual(set(found), {deal["id"] for deal in made})
            with self.assertRaises(NotFound):
                await client.deals.get("0190a0b0-c0d0-7000-8000-00000000abcd")
            async for change, _ in client.follow(since="2020-01-01"):
                self.assertIn("type", change)
                break

        asyncio.run(main())


if __name__ == "__main__":
    unittest.main()

"""Scenes do what the operator says on the control page, at once and after they were loaded again."""

from playwright.async_api import Browser, expect

from overlay.words import WORDS
from tests.browser.at_the_desk import at_desk, control, screen, settle, target
from tests.browser.overlay_server import picture
from tests.overlay import samples


async def test_scenes_obey(browser: Browser) -> None:
    """Cleared, hidden, frozen also when loaded again; theme and language; a test is for test addresses only."""
    words = WORDS["en"]
    async with at_desk() as at, control(browser, at) as page, screen(browser, 1920, 1080) as scene:
        stage, entries = scene.locator("#stage"), scene.locator(".entry")
        await scene.clock.install()
        await at.served.open(scene, "/scene/full")
        await expect(entries).to_have_count(5)

        await target(page, "emergency", words["do_clear"]).tap()
        await expect(stage).to_have_css("opacity", "0")
        await settle(page)
        await target(page, "emergency", words["do_unclear"]).tap()
        await expect(stage).to_have_css("opacity", "1")
        await target(page, "scenes", words["scene_full"]).tap()
        await expect(stage).to_have_css("opacity", "0")
        await target(page, "emergency", words["do_undo"]).tap()
        await expect(stage).to_have_css("opacity", "1")

        await target(page, "emergency", words["do_freeze"]).tap()
        await expect(page.locator(".stands-how")).to_have_text(words["air_frozen"])
        await at.served.heard(scene, "air")
        clocks = await scene.locator(".clock").all_inner_texts()
        at.served.hub.publish("featured", samples.state("live0001", 38, samples.ENTRIES[:3]))
        await expect(page.locator("#now")).to_contain_text("3 plies behind")
        await scene.clock.run_for(5000)
        await expect(entries).to_have_count(5)
        assert await scene.locator(".clock").all_inner_texts() == clocks
        await scene.reload()
        await expect(entries).to_have_count(5)
        for before, after in zip(clocks, await scene.locator(".clock").all_inner_texts(), strict=True):
            # The server froze a moment before the scene heard of it, and a second may have ended between.
            assert 0 <= seconds(after) - seconds(before) <= 1
        await settle(page)
        await target(page, "emergency", words["do_unfreeze"]).tap()
        await expect(entries).to_have_count(3)
        await settle(page)

        await target(page, "looks", words["theme_light"]).tap()
        await expect(scene.locator("html")).to_have_attribute("data-theme", "light")
        await target(page, "looks", words["lang_de"]).tap()
        await expect(scene.locator("html")).to_have_attribute("lang", "de")
        await expect(scene.locator("html")).to_have_attribute("data-theme", "light")
        await target(page, "emergency", words["do_undo"]).tap()
        await expect(scene.locator("html")).to_have_attribute("lang", "en")

        await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await page.locator("#scenes summary", has_text=words["addresses"]).tap()
        ledger = page.get_by_role("group", name=words["scene_ledger"], exact=True).get_by_role("button")
        await ledger.first.tap()
        await expect(ledger.first).to_have_text(words["copied"])
        assert await page.evaluate("navigator.clipboard.readText()") == at.served.url("/scene/ledger")
        await ledger.nth(1).tap()
        await expect(ledger.nth(1)).to_have_text(words["copied"])
        test_address = await page.evaluate("navigator.clipboard.readText()")
        await at.served.open(scene, "/scene/ledger")
        async with screen(browser, 1920, 1080) as preview:
            await preview.goto(test_address)
            await expect(preview.locator("body[data-follows]")).to_be_attached()
            await expect(preview.locator(".test")).to_have_text("TEST")
            await expect(preview.locator(".entry")).to_have_count(0)
            await target(page, "tests", words["rule_sacrifice"]).tap()
            await expect(preview.locator(".entry").first).to_be_visible()
            await picture(preview, "control-preview")
            await expect(entries).to_have_count(3)
            assert await scene.locator(".test").count() == 0
            await target(page, "tests", words["tests_off"]).tap()
            await expect(preview.locator(".place.is-on")).to_have_count(0)


def seconds(clock: str) -> int:
    """What "2:31" is in seconds."""
    minutes, rest = clock.split(":")
    return int(minutes) * 60 + int(rest)

"""What was done in OBS, in words for the operator."""

from bot.moments import Text
from bot.obs.commands import Command, PressHotkey, SaveReplay, ShowItem, SwitchScene


def done(command: Command) -> Text:
    """A command that was carried out."""
    match command:
        case SwitchScene(scene):
            return Text(f'Szene "{scene}" auf Sendung', f'scene "{scene}" put on air')
        case ShowItem(scene, source, visible):
            german, english = ("gezeigt", "shown") if visible else ("versteckt", "hidden")
            return Text(f'"{source}" in "{scene}" {german}', f'"{source}" in "{scene}" {english}')
        case PressHotkey(hotkey):
            return Text(f'Hotkey "{hotkey}" gedrückt', f'hotkey "{hotkey}" pressed')
        case SaveReplay():
            return Text("Wiederholung gespeichert", "replay saved")

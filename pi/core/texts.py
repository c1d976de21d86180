"""Every sentence that players see, in English and German.

The English sentence is its own key. Values in braces are filled in after translation. Texts keep to the width of the
display: a row holds 25 letters, the title 21 (tests check it).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pi.core.model import Language

GERMAN: Final[Mapping[str, str]] = {
    # set-up
    "Goatherd": "Goatherd",
    "Players: {count}": "Spieler: {count}",
    "Starts: {name}": "Es beginnt: {name}",
    "Player {number}": "Spieler {number}",
    "How many play?": "Wie viele spielen?",
    "Who starts?": "Wer fängt an?",
    "NEXT change  OK go on": "NEXT ändern  OK weiter",
    "NEXT change  OK play": "NEXT ändern  OK los",
    # the table
    "{name}: throw": "{name}: würfeln",
    "{name}: rolling": "{name}: Wurf",
    "{name}: choose": "{name}: wählen",
    "{name}: done": "{name}: fertig",
    "Look at the dice": "Würfel ansehen",
    "Wait for the dice": "Warten auf die Würfel",
    "Hand over the tray": "Hand über der Schale",
    "Round {round}": "Runde {round}",
    "Last round": "Letzte Runde",
    "These dice were counted": "Schon gezählte Würfel",
    "OK menu  NEXT scores": "OK Menü  NEXT Punkte",
    "OK count  NEXT scores": "OK zählen  NEXT Punkte",
    "OK enter  NEXT scores": "OK eingeben NEXT Punkte",
    "Pass": "Passen",
    "Then: {name}": "Dann: {name}",
    "OK done  UNDO back": "OK fertig  UNDO zurück",
    "NEXT more  OK done": "NEXT mehr  OK fertig",
    # what the hands must do
    "up {steps}": "hoch {steps}",
    "to the top": "Gipfel",
    "token": "Plättchen",
    "{tokens} tokens": "{tokens} Plättchen",
    "{mountain}: {name} to the foot": "{mountain}: {name} zum Fuß",
    "Take the bonus: {points}": "Nimm den Bonus: {points}",
    "Nothing moves": "Nichts zu tun",
    "The last round is on": "Die letzte Runde läuft",
    "The game is over": "Das Spiel ist aus",
    # doubts
    "{count} dice, not four": "{count} statt vier Würfel",
    "A die leans": "Ein Würfel steht schräg",
    "Dice touch: part them": "Würfel trennen",
    "Glare on a die": "Ein Würfel spiegelt",
    "Too dark to be sure": "Zu dunkel",
    "The picture is blurred": "Das Bild ist unscharf",
    "A face I do not know": "Unbekannte Seite",
    "Something is in the way": "Etwas ist im Weg",
    "A die lies outside": "Ein Würfel liegt außen",
    "Not sure of this die": "Dieser ist unsicher",
    "NEXT change  OK right": "NEXT ändern  OK stimmt",
    "Enter the dice": "Würfel eingeben",
    "Correct the dice": "Würfel berichtigen",
    "Hold NEXT: other die": "NEXT halten: anderer",
    # menu
    "Menu": "Menü",
    "Count these dice": "Diese Würfel zählen",
    "Undo": "Zurücknehmen",
    "Redo": "Wiederholen",
    "Scores": "Punkte",
    "Correct the board": "Brett berichtigen",
    "New game": "Neues Spiel",
    "Deutsch": "English",
    "NEXT down  OK choose": "NEXT runter  OK wählen",
    "Leave this game?": "Dieses Spiel verlassen?",
    "No, play on": "Nein, weiterspielen",
    "Yes, a new game": "Ja, neues Spiel",
    # the board corrected
    "Goat on {mountain}": "Ziege auf {mountain}",
    "Tokens {mountain}": "Plättchen {mountain}",
    "foot": "Fuß",
    "step {step}": "Schritt {step}",
    "top": "Gipfel",
    "Done": "Fertig",
    "NEXT  OK  BACK": "NEXT  OK  BACK",
    # scores
    "Bonus": "Bonus",
    "Total": "Summe",
    "{name} wins": "{name} gewinnt",
    "Shared by {count}": "Geteilt von {count}",
    "by points": "nach Punkten",
    "by goats on tops": "durch Gipfelziegen",
    "by the highest top": "durch höchsten Gipfel",
    "a shared place": "geteilter Platz",
    "NEXT more  BACK close": "NEXT mehr  BACK zu",
    "OK new game  NEXT more": "OK neu  NEXT mehr",
    # reasons
    "wins the game": "gewinnt das Spiel",
    "takes the bonus {points}": "holt den Bonus {points}",
    "takes {points} points": "holt {points} Punkte",
    "shares the first place": "teilt den ersten Platz",
    "bumps {name} from {mountain}": "stößt {name} von {mountain}",
    "changes nothing": "ändert nichts",
    "reaches the top of {mountain}": "erreicht Gipfel {mountain}",
    "climbs {mountain}": "steigt auf {mountain}",
    "passes": "passt",
    # the terminal round the screen
    "Tray": "Schale",
    "t throw   c clear   q quit": "t werfen   c abräumen   q Ende",
    "↓ next   ↑ back   Enter OK   u undo": "↓ next   ↑ back   Enter OK   u undo",
    "capitals N O U: hold": "Großbuchstaben N O U: halten",
    # trouble
    "No camera": "Keine Kamera",
    "Not saved": "Nicht gespeichert",
    "The screen was away": "Bildschirm war weg",
    "No buttons": "Keine Knöpfe",
    "A fault; game is kept": "Fehler; Spiel ist sicher",
}


def say(language: Language, text: str, **values: object) -> str:
    """The sentence in a language, its values filled in."""
    sentence = GERMAN[text] if language.value == "de" else text
    return sentence.format(**values)

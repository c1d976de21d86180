// Everything the page says, in English and German. The English sentence is its own key.

const GERMAN = {
  'Board': 'Brett', 'Device': 'Gerät', 'Aim': 'Ausrichten', 'Games': 'Spiele', 'Correct': 'Berichtigen',
  'Pages': 'Seiten', 'Language': 'Sprache', 'Light or dark': 'Hell oder dunkel', 'Skip to the page': 'Zum Inhalt',
  'Connected': 'Verbunden', 'No connection to the device': 'Keine Verbindung zum Gerät',
  'watching only': 'nur zusehen',
  // the table
  '{name}: throw the dice': '{name}: würfeln', '{name} throws': '{name} würfelt', '{name} chooses': '{name} wählt',
  '{name}: done, clear the dice': '{name}: fertig, Würfel abräumen', 'Look at the dice': 'Würfel ansehen',
  'The game is over': 'Das Spiel ist aus', '{names} wins': '{names} gewinnt', '{names} share the first place': '{names} teilen den ersten Platz',
  'by points': 'nach Punkten', 'by goats on tops': 'durch Ziegen auf Gipfeln', 'by the highest top': 'durch den höchsten Gipfel', 'a shared place': 'geteilter Platz',
  'Round {round}': 'Runde {round}', 'Last round': 'Letzte Runde', 'No game yet': 'Noch kein Spiel',
  'Waiting for the device': 'Warten auf das Gerät', 'The tray is empty': 'Die Schale ist leer',
  'Dice': 'Würfel', 'What to do with them': 'Was daraus wird', 'What can be done with them': 'Was daraus werden kann', 'Take this turn': 'Diesen Zug nehmen', '{more} more at the device': '{more} weitere am Gerät',
  'pass': 'passen', '{count} more with {sums}': '{count} weitere mit {sums}', 'Undo': 'Zurück', 'Redo': 'Wiederholen', 'Scores': 'Punkte', 'Total': 'Summe', 'Bonus': 'Bonus', 'Player': 'Spieler',
  'Big Mountain': 'Großer Berg', 'Valley': 'Tal', 'Chance to win': 'Gewinnchance', 'What happened': 'Verlauf', 'Nothing yet': 'Noch nichts',
  'Bonus tokens': 'Bonusplättchen', 'Tokens': 'Plättchen', 'none left': 'keine mehr',
  'The table': 'Der Tisch', 'foot': 'Fuß', 'top': 'Gipfel', 'step {step}': 'Stufe {step}', 'space {space}': 'Feld {space}', 'valley field {points}': 'Talfeld {points}',
  'Mountain {number}': 'Berg {number}', 'tokens left: {count}': 'Plättchen übrig: {count}',
  '{name} has a goat on {places}': '{name} hat Ziegen auf {places}', 'points': 'Punkte',
  // reasons
  'wins the game': 'gewinnt das Spiel', 'shares the first place': 'teilt den ersten Platz', 'takes {points} bonus points': 'holt {points} Bonuspunkte',
  'takes {points} points': 'holt {points} Punkte', 'sends {name} down from {mountain}': 'wirft {name} von {mountain}', 'reaches the top of {mountain}': 'erreicht den Gipfel der {mountain}',
  'climbs mountain {mountain}': 'steigt auf Berg {mountain}', 'changes nothing': 'ändert nichts', 'passes': 'passt',
  'sends a goat to the valley': 'schickt eine Ziege ins Tal', 'lands on space {space}': 'landet auf Feld {space}', 'brings a goat to mountain {mountain}': 'bringt eine Ziege auf Berg {mountain}',
  // set-up
  'New game': 'Neues Spiel', 'Name of player {number}': 'Name von Spieler {number}', 'Another player': 'Noch ein Spieler', 'One player less': 'Ein Spieler weniger',
  'Hints for player {number}': 'Hinweise für Spieler {number}', 'with hints': 'mit Hinweisen', 'hints after the choice': 'Hinweise nach der Wahl', 'without hints': 'ohne Hinweise',
  'Who starts': 'Wer beginnt', 'Play with': 'Mitspielen lassen', 'Every group has to move': 'Jede Gruppe muss ziehen', 'Play': 'Los', 'Player {number}': 'Spieler {number}',
  'Rematch': 'Revanche',
  // device
  'The display': 'Die Anzeige', 'Next': 'Next', 'Back': 'Back', 'OK': 'OK', 'Undo button': 'Undo', 'hold': 'halten', 'Hold a button for its second meaning': 'Gedrückt halten: zweite Bedeutung',
  'Keys here: arrows, Enter, Backspace; with Shift: held': 'Tasten hier: Pfeile, Enter, Rücktaste; mit Umschalt: gehalten',
  'What the camera sees': 'Was die Kamera sieht', 'There is no camera': 'Es gibt keine Kamera', 'The camera gives no picture': 'Die Kamera liefert kein Bild', 'sure: {percent} %': 'sicher: {percent} %',
  'Hands': 'Hände', 'Throw': 'Werfen', 'Clear': 'Abräumen', 'Cover': 'Hand darüber', 'Uncover': 'Hand weg', 'Straighten': 'Gerade legen',
  'Drag dice together to group them, apart to part them': 'Würfel zusammenziehen gruppiert sie, auseinander trennt sie',
  'Group the selected dice': 'Ausgewählte gruppieren', 'Part the selected dice': 'Ausgewählte trennen', 'Turn to': 'Drehen auf', 'Die {face}': 'Würfel {face}', 'unknown': 'unbekannt',
  'Mishaps': 'Missgeschicke', 'Pull the camera’s cable': 'Kamera ausstecken', 'Put the cable back': 'Kamera einstecken',
  'hand': 'Hand', 'nudge': 'Stups', 'bump': 'Stoß', 'shake': 'Wackeln', 'card': 'Karte', 'sleeve': 'Ärmel', 'leave': 'Würfel weg und zurück', 'collect': 'Einsammeln', 'switch': 'Lampe aus', 'dim': 'Lampe dunkler',
  // doubts
  'count': 'Anzahl', 'cocked': 'ein Würfel steht schräg', 'touching': 'Würfel berühren sich', 'glare': 'es spiegelt', 'dark': 'zu dunkel', 'blurred': 'unscharf', 'unknown-face': 'unbekannte Seite', 'blocked': 'etwas ist im Weg', 'outside': 'ein Würfel liegt außerhalb',
  // aim
  'Light': 'Licht', 'Sharpness': 'Schärfe', 'Glare': 'Spiegelung', 'Dice found': 'Gefundene Würfel',
  'good': 'gut', 'too dark: bring a lamp': 'zu dunkel: Lampe holen', 'very bright: move the lamp away': 'sehr hell: Lampe weiter weg', 'a little dark': 'etwas dunkel',
  'sharp': 'scharf', 'soft: focus on the tray, clean the lens': 'weich: auf die Schale scharfstellen, Linse putzen', 'no edge in sight': 'keine Kante zu sehen',
  'none': 'keine', 'some: move the lamp to the side': 'etwas: Lampe zur Seite', 'much: move the lamp to the side, use felt': 'stark: Lampe zur Seite, Filz hinein',
  'The empty tray': 'Die leere Schale', 'Learn the empty tray': 'Leere Schale lernen', 'Take everything off the tray, hands as well, and learn it.': 'Alles von der Schale nehmen, auch die Hände, dann lernen.',
  'Learnt: the tray fills {share} % of the picture.': 'Gelernt: die Schale füllt {share} % des Bildes.', 'Known: the outline is drawn in the picture.': 'Bekannt: der Umriss ist ins Bild gezeichnet.', 'Not learnt yet.': 'Noch nicht gelernt.',
  'something lies on the tray': 'etwas liegt auf der Schale', 'something moves': 'etwas bewegt sich', 'it is too dark': 'es ist zu dunkel', 'light glares on the tray': 'Licht spiegelt auf der Schale', 'the picture is blurred': 'das Bild ist unscharf', 'the picture is too small': 'das Bild ist zu klein', 'the pictures differ in size': 'die Bilder sind verschieden groß', 'the camera gives no picture': 'die Kamera liefert kein Bild',
  'A special face': 'Eine besondere Seite', 'Show the face alone on the tray, press Teach, turn the die a little, and again: five times is good.': 'Die Seite allein auf die Schale legen, Lehren drücken, etwas drehen, noch einmal: fünfmal ist gut.',
  'Name': 'Name', 'Teach': 'Lehren', 'Forget': 'Vergessen', '{name}: {examples} examples': '{name}: {examples} Beispiele', 'Learnt {count} of {name}.': '{count} von {name} gelernt.',
  'Test of ten rolls': 'Test mit zehn Würfen', 'Throw ten times. Best before a game: rolls count.': 'Zehnmal würfeln. Am besten vor einem Spiel: Würfe zählen.', 'Start again': 'Neu beginnen', '{count} of {of} thrown, {good} read without asking': '{count} von {of} geworfen, {good} ohne Nachfrage gelesen',
  'All ten read without asking: well aimed.': 'Alle zehn ohne Nachfrage gelesen: gut ausgerichtet.', 'Some were doubted: mind the meters above.': 'Einige waren zweifelhaft: auf die Anzeigen oben achten.', 'read': 'gelesen', 'asked': 'nachgefragt',
  // games
  'Games kept': 'Aufgehobene Spiele', 'Put away': 'Weggelegt', 'Players': 'Spieler', 'Import': 'Einlesen', 'Export all': 'Alle ausgeben', 'Statistics': 'Statistik', 'Work out': 'Ausrechnen', 'Delete': 'Löschen', 'Bring back': 'Zurückholen',
  'Deleted {count}.': '{count} gelöscht.', 'running': 'läuft', 'turns': 'Züge', '{turns} turns': '{turns} Züge', 'Older': 'Ältere', 'Newer': 'Neuere', 'Select {name}': '{name} auswählen', 'No games here.': 'Keine Spiele hier.',
  'Back to the games': 'Zurück zu den Spielen', 'Start': 'Anfang', 'Turn {number}': 'Zug {number}', 'Turn by turn': 'Zug um Zug', 'wins': 'Siege', 'games': 'Spiele', 'mean': 'Mittel', 'best': 'bestes', 'rival': 'Rivale', 'luck of the dice': 'Würfelglück',
  '{won} of {games} against {name}': '{won} von {games} gegen {name}', 'gained {gained}, expected {expected}': 'bekommen {gained}, zu erwarten {expected}', 'Working: {done} of {of}': 'Arbeite: {done} von {of}', 'Scores of {name}': 'Punkte von {name}',
  '{count} games read in.': '{count} Spiele eingelesen.', '{count} left out: {why}': '{count} ausgelassen: {why}', 'From elsewhere': 'Von anderswo', 'wins of {name}': 'Siege von {name}',
  // correct
  'The dice of this roll': 'Die Würfel dieses Wurfs', 'Enter the roll': 'Wurf eingeben', 'Correct the roll': 'Wurf berichtigen', 'A turn played before': 'Ein früherer Zug', 'Change': 'Ändern', 'Choose a turn in the list.': 'Einen Zug aus der Liste wählen.',
  'What was made of them': 'Was daraus gemacht wurde', 'What follows': 'Was daraus folgt', 'Apply': 'Übernehmen', 'Cancel': 'Abbrechen', '{lost} later turns no longer fit and are taken back: {reason}': '{lost} spätere Züge passen nicht mehr und werden zurückgenommen: {reason}', 'All later turns still fit.': 'Alle späteren Züge passen noch.',
  'The board': 'Das Brett', 'Goat': 'Ziege', 'Goats': 'Ziegen', 'It is the turn of': 'Am Zug ist', 'Take back and make again': 'Zurücknehmen und wiederholen', 'Take back the last thing': 'Das Letzte zurücknehmen', 'Make it again': 'Wieder herstellen',
  'Before': 'Vorher', 'After': 'Nachher', 'Done.': 'Erledigt.', 'Somebody else was quicker: the table has gone on. Nothing is lost; look again.': 'Jemand war schneller: der Tisch ist weiter. Nichts ist verloren; noch einmal ansehen.', 'There is no game to correct.': 'Es gibt kein Spiel zu berichtigen.',
  'Goat {number} of {name}': 'Ziege {number} von {name}', 'Tokens {mountain} of {name}': 'Plättchen {mountain} von {name}', 'Bonus {points} of {name}': 'Bonus {points} von {name}', 'Bonus {points} belongs to': 'Bonus {points} gehört', 'nobody': 'niemandem', 'Die {number}': 'Würfel {number}',
  // a new game, looking back
  'Seat {number}': 'Platz {number}', 'Colour of player {number}': 'Farbe von Spieler {number}', 'Player {number}: a seat forward': 'Spieler {number}: einen Platz nach vorn',
  'white': 'weiß', 'red': 'rot', 'yellow': 'gelb', 'blue': 'blau', 'green': 'grün', 'black': 'schwarz',
  'Green Valley': 'Grünes Tal', 'Entered: one step up': 'Neu am Fuß: einen Schritt hoch', 'Goats may be taken back': 'Ziegen dürfen zurückgeholt werden',
  'Fields of the valley': 'Felder im Tal', 'Field of mountain {number}': 'Feld von Berg {number}',
  'Take a goat back': 'Eine Ziege zurückholen', 'To mountain': 'Zu Berg', 'Take it back': 'Zurückholen',
  '{name}’s best choice: {chance}': 'Beste Wahl von {name}: {chance}', '{name}’s chance {chance}, best {best}': 'Chance von {name}: {chance}, beste {best}',
  'Costly turns': 'Teure Züge', 'Look back': 'Zurückblicken', 'No turn gave much away.': 'Kein Zug hat viel verschenkt.', 'played': 'gespielt', 'better': 'besser', 'Show on the board': 'Am Brett zeigen',
  // pairing
  'This browser is not paired yet': 'Dieser Browser ist noch nicht gekoppelt', 'On the device open the menu (hold OK) and choose “Phone”. Type one of the two codes.': 'Am Gerät das Menü öffnen (OK halten) und „Handy“ wählen. Einen der beiden Codes eingeben.', 'Code': 'Code', 'Pair': 'Koppeln',
  'The device shows no code at the moment.': 'Das Gerät zeigt gerade keinen Code.', 'That is not the code.': 'Das ist nicht der Code.', 'Too many tries. Wait a minute.': 'Zu viele Versuche. Eine Minute warten.',
  // troubles
  'camera': 'Kamera', 'screen': 'Anzeige', 'buttons': 'Knöpfe', 'record': 'Nicht gespeichert', 'appliance': 'Fehler', 'power': 'Strom', 'tray': 'Schale',
  'There is no such page': 'Diese Seite gibt es nicht', 'This does not go: {why}': 'Das geht nicht: {why}', 'too much at a time': 'zu viel auf einmal', 'Close': 'Schließen',
  // the Saga
  'Saga': 'Saga', 'goat': 'Ziege', 'Cards in play': 'Karten im Spiel', 'above {mountain}': 'über {mountain}', 'Chapter {chapter}': 'Kapitel {chapter}',
  'An example that comes with the program: none of its cards is a card of the game.': 'Ein Beispiel, das zum Programm gehört: keine dieser Karten ist eine Karte des Spiels.',
  'The cards that you have discovered.': 'Die Karten, die ihr entdeckt habt.', 'New card': 'Neue Karte', 'Line {line}': 'Zeile {line}', 'Take out': 'Herausnehmen', '{code} is taken out.': '{code} ist herausgenommen.',
  'How a card is entered': 'So wird eine Karte eingegeben', 'Press “New card” and copy code, kind and name from the card.': '„Neue Karte“ drücken und Code, Art und Namen von der Karte abschreiben.',
  'Choose when something happens, and what; the sentence beside it says what the device has understood.': 'Wählen, wann etwas geschieht und was; der Satz daneben sagt, was das Gerät verstanden hat.',
  'Look at the example board, then keep the card.': 'Das Beispielbrett ansehen, dann die Karte behalten.', 'What no verb says is done by hand: choose “manual” and write down what to do.': 'Was kein Wort sagt, geschieht von Hand: „manual“ wählen und aufschreiben, was zu tun ist.',
  'Change {code}': '{code} ändern', 'Keep the card': 'Karte behalten', 'Still to be done: {count}': 'Noch zu tun: {count}', 'On the example board': 'Auf dem Beispielbrett', 'The tile lies above': 'Die Tafel liegt über',
  'Effect {number} is not complete yet.': 'Effekt {number} ist noch nicht vollständig.', 'Code on the card': 'Code auf der Karte', 'Kind': 'Art', 'Discovered in chapter': 'Entdeckt in Kapitel', 'What you call it': 'Wie ihr sie nennt',
  'Another effect': 'Noch ein Effekt', 'Choose the kind of card first.': 'Zuerst die Art der Karte wählen.', 'Anything to note down besides': 'Was sonst noch zu notieren ist', 'choose': 'wählen', 'Effect {number}': 'Effekt {number}', 'When': 'Wann', 'What happens': 'Was geschieht',
  'On other mountains than the one it lies above': 'Auf anderen Bergen als dem, über dem sie liegt', 'Only on these mountains': 'Nur auf diesen Bergen', 'Only for': 'Nur für', 'everybody': 'alle', 'The player to move may decline': 'Wer am Zug ist, darf ablehnen',
  'the mountain watched': 'der beobachtete Berg', 'yes': 'ja', 'no': 'nein', 'Another choice': 'Noch eine Wahl', 'Choice {number}': 'Wahl {number}',
  '{low} to {high} letters': '{low} bis {high} Zeichen', 'a whole number from {low} to {high}': 'eine ganze Zahl von {low} bis {high}', 'a letter and a number, such as S12': 'ein Buchstabe und eine Zahl wie S12', 'something is missing here': 'hier fehlt etwas', 'any number but 0': 'jede Zahl außer 0', 'that does not go together': 'das passt nicht zusammen',
  'Packs of cards': 'Kartenpakete', 'Pack of cards': 'Kartenpaket', 'an example': 'ein Beispiel', 'Type in what you discover; the device plays along.': 'Tippt ein, was ihr entdeckt; das Gerät spielt mit.', 'No campaign yet.': 'Noch keine Kampagne.', 'New campaign': 'Neue Kampagne', 'Begin': 'Beginnen',
  'The steps': 'Die Schritte', 'Where everything is': 'Wo alles ist', 'Chronicle': 'Chronik', 'Chapters played: {count}': 'Gespielte Kapitel: {count}', 'Look at it and print': 'Ansehen und drucken', 'The game is over.': 'Das Spiel ist aus.', 'The chapter has begun.': 'Das Kapitel hat begonnen.', 'Everything is laid out.': 'Alles liegt bereit.',
  'Play the chapter': 'Kapitel spielen', 'Go on playing': 'Weiterspielen', 'Close the chapter': 'Kapitel abschließen',
  'Another game is running. It stays among the games kept, and is not gone on with.': 'Ein anderes Spiel läuft. Es bleibt bei den Spielen erhalten, wird aber nicht fortgesetzt.', 'Leave it and play the chapter': 'Verlassen und das Kapitel spielen',
  'Game': 'Spiel', 'Base game': 'Grundspiel', 'Without cards': 'Ohne Karten', 'Cards that lie beside the board': 'Karten neben dem Plan',
  'One game by itself. A story over ten chapters is begun and gone on with under': 'Ein einzelnes Spiel. Eine Geschichte über zehn Kapitel beginnt und geht weiter unter',
  'There is no pack of yours yet: type in what you have discovered under': 'Ihr habt noch kein Kartenpaket: eure Entdeckungen tippt ihr ein unter',
  'Take the result': 'Ergebnis übernehmen', 'Done': 'Erledigt', 'Start the story anew': 'Die Geschichte neu beginnen', 'Page': 'Seite',
  // words of the vocabulary of cards
  'ability': 'Fähigkeit', 'summit': 'Gipfel', 'rule': 'Regel', 'moved': 'gezogen', 'reached': 'erreicht', 'scored': 'gewertet', 'bumped': 'gestoßen', 'final': 'Schluss', 'set-up': 'Aufbau', 'turn-start': 'Zugbeginn', 'turn-end': 'Zugende', 'chapter-end': 'Kapitelende',
  'number': 'Zahl', 'move': 'ziehen', 'take': 'nehmen', 'score': 'werten', 'no-bump': 'nicht stoßen', 'choice': 'Wahl', 'worth': 'Wert', 'per-pair': 'je Paar', 'per-set': 'je Satz', 'most': 'meiste', 'fewest': 'wenigste', 'remind': 'erinnern', 'manual': 'von Hand',
  'whose': 'wessen', 'steps': 'Schritte', 'where': 'wo', 'every': 'jede', 'mountain': 'Berg', 'to': 'an', 'instead': 'stattdessen', 'how': 'wie', 'amount': 'Menge', 'of': 'aus', 'text': 'Text', 'mountains': 'Berge', 'alone': 'allein', 'rank': 'Rang',
  'own': 'eigene', 'others': 'andere', 'any': 'beliebige', 'them': 'wem es geschah', 'mover': 'wer am Zug ist', 'all': 'alle', 'below': 'darunter', 'held': 'gehalten', 'set': 'setzen', 'multiply': 'malnehmen', 'add': 'dazuzählen', 'lowest': 'niedrigste', 'highest': 'höchste', 'holder': 'wer auf dem Gipfel steht', 'not-holder': 'wer nicht auf dem Gipfel steht',
  'you need to be a player': 'dazu muss man Mitspieler sein',
};

const stored = (() => { try { return localStorage.getItem('language'); } catch { return null; } })();
let language = stored ?? (navigator.language?.startsWith('de') ? 'de' : 'en');
document.documentElement.lang = language;

/** The sentence in the language of the page, its values filled in. */
export function t(text, values = {}) {
  const sentence = language === 'de' ? GERMAN[text] ?? text : text;
  return sentence.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

/** What the device says in both languages, in that of the page. */
export const told = (said) => said[language];

/** @returns {'en'|'de'} */
export const currentLanguage = () => language;

/** Speaks another language from now on. */
export function speak(other) {
  language = other;
  document.documentElement.lang = other;
  try { localStorage.setItem('language', other); } catch { /* private windows keep nothing */ }
}

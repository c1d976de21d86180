// Made from messages.py; GOATHERD_UPDATE_GOLDEN=1 in the tests makes it anew.

/**
 * One thing that happened, in the shape of `goatherd turns`.
 * @typedef {object} Fact
 * @property {string} fact
 * @property {number} seat
 * @property {number} [mountain]
 * @property {number} [points]
 * @property {number} [space]
 */

/**
 * A goat goes from one place to another.
 * @typedef {object} Move
 * @property {number} seat
 * @property {string} origin
 * @property {string} place
 */

/**
 * Why an option is good: a word and its details.
 * @typedef {object} Reason
 * @property {string} kind
 * @property {number} [seat]
 * @property {number} [mountain]
 * @property {number} [points]
 * @property {number} [count]
 * @property {number} [space]
 */

/**
 * One option of the roll; chance is the mover's to win after it, null where nobody asked.
 * @typedef {object} Choice
 * @property {Object<string, *>} turn
 * @property {Array<Move>} moves
 * @property {Array<Fact>} facts
 * @property {number|null} chance
 * @property {Reason|null} reason
 */

/**
 * One turn that stands; totals and chances are by seat, after it; best is the chance of the best option.
 * @typedef {object} Played
 * @property {number} number
 * @property {number} round
 * @property {number} seat
 * @property {Array<number>} dice
 * @property {Object<string, *>} turn
 * @property {Array<Fact>} facts
 * @property {Array<number>} totals
 * @property {Array<number>} chances
 */

/**
 * One line of a score sheet.
 * @typedef {object} Line
 * @property {string} what
 * @property {number} points
 */

/**
 * The score sheet of one player.
 * @typedef {object} SeatSheet
 * @property {string} name
 * @property {number} total
 * @property {Array<Line>} lines
 */

/**
 * Everybody's score sheet and who is ahead.
 * @typedef {object} Sheet
 * @property {Array<SeatSheet>} players
 * @property {Array<Array<number>>} ranking
 * @property {string} decided_by
 */

/**
 * The game; sent when the record changed. Position in the shape of `goatherd new`.
 * @typedef {object} GameNews
 * @property {number} number
 * @property {Object<string, *>|null} position
 * @property {Array<number>|null} roll
 * @property {Sheet|null} sheet
 * @property {Array<number>} chances
 * @property {Array<Choice>} choices
 * @property {number} more
 * @property {Array<Played>} turns
 * @property {boolean} can_undo
 * @property {boolean} can_redo
 */

/**
 * One die as read; corners in pixels of the picture.
 * @typedef {object} SeenDie
 * @property {number|string|null} face
 * @property {number|string|null} second
 * @property {number} confidence
 * @property {Array<number>} centre
 * @property {Array<Array<number>>} corners
 */

/**
 * What the camera read, in the shape of `goatherd read`.
 * @typedef {object} SeenDice
 * @property {Array<number|string>} faces
 * @property {Array<SeenDie>} dice
 * @property {number} confidence
 * @property {boolean} accepted
 * @property {Array<string>} doubts
 * @property {Array<Array<number>>} groups
 */

/**
 * Something that does not work.
 * @typedef {object} Trouble
 * @property {string} device
 * @property {string} reason
 * @property {string} remedy
 */

/**
 * The moment; sent when anything else changed. `pixels`: 128x64 bits in base 64, by rows, the left one highest.
 * @typedef {object} TableNews
 * @property {number} shown
 * @property {string} phase
 * @property {number|null} selected
 * @property {string} pixels
 * @property {Array<string>} rows
 * @property {string} tray
 * @property {SeenDice|null} reading
 * @property {Array<Trouble>} troubles
 * @property {Array<string>} names
 * @property {boolean} camera
 * @property {boolean} simulated
 */

/**
 * Who is looking.
 * @typedef {object} Hello
 * @property {'player'|'viewer'|'stranger'} role
 */

/**
 * What became of something asked: done, stale, refused, or failed; why in English.
 * @typedef {object} Answer
 * @property {'done'|'stale'|'refused'|'failed'} result
 * @property {string} why
 * @property {*} [data]
 */

/**
 * Press a button of the device.
 * @typedef {object} AskPress
 * @property {'press'} do
 * @property {'next'|'back'|'ok'|'undo'} button
 * @property {boolean} held
 * @property {number} shown
 */

/**
 * Begin a game.
 * @typedef {object} AskBegin
 * @property {'begin'} do
 * @property {Array<string>} names
 * @property {Array<string>} rules
 * @property {Object<string, *>} settings
 * @property {number} starts
 * @property {number} number
 */

/**
 * Take an option.
 * @typedef {object} AskPlay
 * @property {'play'} do
 * @property {Object<string, *>} turn
 * @property {number} number
 */

/**
 * Enter the dice, or correct those of the roll.
 * @typedef {object} AskDice
 * @property {'dice'} do
 * @property {Array<number>} dice
 * @property {number} number
 */

/**
 * Change a turn played before.
 * @typedef {object} AskChange
 * @property {'change'} do
 * @property {number} turn_number
 * @property {Array<number>} dice
 * @property {Object<string, *>} turn
 * @property {number} number
 */

/**
 * Set the position.
 * @typedef {object} AskPosition
 * @property {'position'} do
 * @property {Object<string, *>} position
 * @property {number} number
 */

/**
 * Take the last change back.
 * @typedef {object} AskUndo
 * @property {'undo'} do
 * @property {number} number
 */

/**
 * Make the change taken back last again.
 * @typedef {object} AskRedo
 * @property {'redo'} do
 * @property {number} number
 */

/**
 * Throw four dice; any faces when none are named.
 * @typedef {object} TrayThrow
 * @property {'throw'} do
 * @property {Array<number>} [faces]
 */

/**
 * Push dice into groups, named by their faces.
 * @typedef {object} TrayPush
 * @property {'push'} do
 * @property {Array<Array<number>>} groups
 */

/**
 * Turn a die by hand.
 * @typedef {object} TrayTurn
 * @property {'turn'} do
 * @property {number} face
 * @property {number} to
 */

/**
 * Clear the tray, cover or uncover it, straighten dice.
 * @typedef {object} TraySimple
 * @property {'hand'} do
 * @property {'clear'|'cover'|'uncover'|'straighten'} what
 */

/**
 * Something happens beside the game.
 * @typedef {object} TrayDisturb
 * @property {'disturb'} do
 * @property {'hand'|'nudge'|'bump'|'shake'|'card'|'sleeve'|'leave'|'collect'|'switch'|'dim'} what
 */

/**
 * Pull or put back the cable of the camera.
 * @typedef {object} TrayPlug
 * @property {'plug'} do
 * @property {boolean} plugged
 */

/**
 * Measure the picture.
 * @typedef {object} AimMeasure
 * @property {'measure'} do
 */

/**
 * Learn the empty tray and keep it.
 * @typedef {object} AimLearn
 * @property {'learn'} do
 */

/**
 * Teach a special face from the die that lies there.
 * @typedef {object} AimTeach
 * @property {'teach'} do
 * @property {string} name
 */

/**
 * Forget a taught face.
 * @typedef {object} AimForget
 * @property {'forget'} do
 * @property {string} name
 */

/**
 * Begin the test of ten rolls afresh.
 * @typedef {object} AimTest
 * @property {'test'} do
 */

/**
 * What would follow if the turn had been another.
 * @typedef {object} AskPreview
 * @property {number} turn_number
 * @property {Array<number>} dice
 * @property {Object<string, *>} turn
 * @property {number} number
 */

/**
 * What could have been made of dice; turn_number null: now.
 * @typedef {object} AskOptions
 * @property {number|null} turn_number
 * @property {Array<number>} dice
 * @property {number} number
 */

/**
 * Pair this browser.
 * @typedef {object} AskPair
 * @property {string} code
 */

/**
 * Put games away or bring them back.
 * @typedef {object} AskGames
 * @property {'remove'|'restore'} do
 * @property {Array<string>} ids
 */

export {};

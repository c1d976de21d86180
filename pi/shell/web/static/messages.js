// Made from messages.py and asks.py; GOATHERD_UPDATE_GOLDEN=1 in the tests makes it anew.

/**
 * The same in both languages of the page.
 * @typedef {object} Said
 * @property {string} en
 * @property {string} de
 */

/**
 * The same lines in both languages of the page.
 * @typedef {object} SaidLines
 * @property {Array<string>} en
 * @property {Array<string>} de
 */

/**
 * A card of the Saga: its row as `goatherd pack show --json` prints it, its kind, what it does, where it lies.
 * @typedef {object} CardTold
 * @property {Object<string, *>} row
 * @property {Said} kind
 * @property {SaidLines} sentences
 * @property {number|null} lies
 */

/**
 * One thing that happened, in the shape of `goatherd turns`.
 * @typedef {object} Fact
 * @property {string} [from]
 * @property {string} fact
 * @property {number} seat
 * @property {number} [mountain]
 * @property {number} [points]
 * @property {number} [space]
 * @property {string} [card]
 * @property {number} [steps]
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
 * One turn that stands; totals and chances are by seat, after it.
 * @typedef {object} Played
 * @property {number} number
 * @property {number} round
 * @property {number} seat
 * @property {Array<number|string>} dice
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
 * A goat that may be taken back without dice, to the foot of a mountain.
 * @typedef {object} TakenBack
 * @property {string} origin
 * @property {number} mountain
 */

/**
 * A turn that gave away a chance to win, the board before it, and what would have been better.
 * @typedef {object} CostlyTurn
 * @property {number} number
 * @property {number} seat
 * @property {Array<number|string>} dice
 * @property {number} cost
 * @property {Object<string, *>} board
 * @property {Choice} played
 * @property {Choice} better
 */

/**
 * The campaign that the game is a chapter of.
 * @typedef {object} Chapter
 * @property {number} campaign
 * @property {string} name
 */

/**
 * The game; sent when the record changed. Position in the shape of `goatherd new`.
 * @typedef {object} GameNews
 * @property {number} number
 * @property {Object<string, *>|null} position
 * @property {Array<number|string>|null} roll
 * @property {Sheet|null} sheet
 * @property {Array<number>} start_chances
 * @property {Array<Choice>} choices
 * @property {number} more
 * @property {Array<TakenBack>} redeploys
 * @property {Array<Played>} turns
 * @property {Array<Fact>} taken_back
 * @property {CostlyTurn|null} verdict
 * @property {Array<CardTold>} cards
 * @property {Chapter|null} chapter
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
 * @property {Array<string>} doubts
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
 * A pack of cards. `laid`: what lies in a single game unless told otherwise, as AskBegin has it.
 * @typedef {object} PackListed
 * @property {string} name
 * @property {boolean} is_example
 * @property {Array<string>} laid
 */

/**
 * A new game as it is set up at the device, and what there is to choose from.
 * @typedef {object} SetupNews
 * @property {Array<string>} names
 * @property {Array<string>} known_names
 * @property {Array<string>} colours
 * @property {Array<string>} palette
 * @property {number} most_players
 * @property {number} starts
 * @property {Array<string>} rules
 * @property {Object<string, *>} settings
 * @property {Array<string>} hints
 * @property {Object<string, Array<string>>} reads
 * @property {Array<number>} fields
 * @property {Array<PackListed>} packs
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
 * @property {SetupNews} setup
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
 * Something about the file of a pack.
 * @typedef {object} FileFault
 * @property {number} line
 * @property {string} key
 * @property {string} message
 * @property {boolean} is_warning
 */

/**
 * A pack; its cards only where the file has no fault. `is_example`: it comes with the program.
 * @typedef {object} PackTold
 * @property {string} name
 * @property {string} title
 * @property {boolean} is_example
 * @property {Array<CardTold>} cards
 * @property {Array<FileFault>} faults
 */

/**
 * What is wrong with a card being typed in; `key` such as effect.0.number, empty for the whole card.
 * @typedef {object} CardFault
 * @property {string} key
 * @property {string} why
 * @property {boolean} is_warning
 */

/**
 * An effect in words, and what it does on an example board; `totals` before and after, by seat.
 * @typedef {object} Previewed
 * @property {Said} sentence
 * @property {SaidLines} lines
 * @property {Object<string, *>} before
 * @property {Array<Move>} moves
 * @property {Array<Array<number>>} totals
 */

/**
 * A card being typed in; null for an effect that is not right yet.
 * @typedef {object} CardChecked
 * @property {Array<CardFault>} faults
 * @property {Array<Previewed|null>} effects
 */

/**
 * What a verb needs to be told (engine.saga.vocabulary.Argument).
 * @typedef {object} ArgumentTold
 * @property {string} name
 * @property {'whole'|'mountain'|'mountains'|'steps'|'word'|'flag'|'perhaps'|'text'|'where'|'verbs'} kind
 * @property {boolean} required
 * @property {number} low
 * @property {number} high
 * @property {boolean} zero
 * @property {Array<string>} words
 * @property {Said} said
 */

/**
 * A verb; `whens`: what can set it off, null for an ability.
 * @typedef {object} VerbTold
 * @property {string} name
 * @property {Array<string|null>} whens
 * @property {Said} said
 * @property {boolean} can_decline
 * @property {Array<ArgumentTold>} arguments
 */

/**
 * A kind of card.
 * @typedef {object} KindTold
 * @property {string} name
 * @property {Said} said
 */

/**
 * What can set an effect off, with the kinds of cards that may wait for it.
 * @typedef {object} WhenTold
 * @property {string} name
 * @property {Array<string>} kinds
 * @property {Said} said
 */

/**
 * All that a card can say. `watching`, `declining`: whens that watch mountains, that leave something to decline.
 * @typedef {object} Vocabulary
 * @property {Array<KindTold>} kinds
 * @property {Array<WhenTold>} whens
 * @property {Array<VerbTold>} verbs
 * @property {Array<ArgumentTold>} where
 * @property {Array<number>} mountains
 * @property {Array<number>} lies
 * @property {number} chapters
 * @property {number} most_effects
 * @property {Array<string>} watching
 * @property {Array<string>} declining
 * @property {Array<string>} only
 */

/**
 * A campaign in the list.
 * @typedef {object} CampaignListed
 * @property {number} id
 * @property {string} name
 * @property {string} pack
 * @property {string} started_at
 * @property {Said} stage
 */

/**
 * A line of the guided list.
 * @typedef {object} StepListed
 * @property {string} kind
 * @property {'done'|'now'|'later'} state
 * @property {Said} said
 */

/**
 * What may be answered, with what it is called.
 * @typedef {object} Choosable
 * @property {string} answer
 * @property {Said} said
 */

/**
 * What is to be done now, and the lines that say more about it; of the choices `least` to `most` are taken.
 * @typedef {object} StepTold
 * @property {string} kind
 * @property {Array<Choosable>} choices
 * @property {number} least
 * @property {number} most
 * @property {Said} asks
 * @property {SaidLines} lines
 */

/**
 * A campaign. `entries`: how many it has, to be sent along with an answer; `game_over`: null without a game.
 * @typedef {object} CampaignTold
 * @property {number} id
 * @property {string} name
 * @property {string} pack
 * @property {number} entries
 * @property {Said} stage
 * @property {Array<StepListed>} steps
 * @property {StepTold|null} step
 * @property {SaidLines} keeping
 * @property {number} chapters
 * @property {number|null} game
 * @property {boolean|null} game_over
 * @property {boolean} can_undo
 * @property {boolean} can_redo
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
 * Begin a game. `cards`: of the pack, those that lie in a single game of the Saga, tiles as in S1@9.
 * @typedef {object} AskBegin
 * @property {'begin'} do
 * @property {Array<string>} names
 * @property {Array<string>} rules
 * @property {Object<string, *>} settings
 * @property {number} starts
 * @property {Array<string>} [colours]
 * @property {Array<'on'|'after'|'off'>} [hints]
 * @property {string} [pack]
 * @property {Array<string>} [cards]
 * @property {number} number
 */

/**
 * Begin the game of a campaign's chapter, or go on with it; `leaves`: another game that runs for it.
 * @typedef {object} AskChapter
 * @property {'chapter'} do
 * @property {number} campaign
 * @property {boolean} leaves
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
 * Take a goat back without dice.
 * @typedef {object} AskRedeploy
 * @property {'redeploy'} do
 * @property {string} origin
 * @property {number} mountain
 * @property {number} number
 */

/**
 * Enter the dice, or correct those of the roll.
 * @typedef {object} AskDice
 * @property {'dice'} do
 * @property {Array<number|string>} dice
 * @property {number} number
 */

/**
 * Change a turn played before.
 * @typedef {object} AskChange
 * @property {'change'} do
 * @property {number} turn_number
 * @property {Array<number|string>} dice
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
 * Throw four dice; any faces when none are named, goats in place of 1s in the Saga.
 * @typedef {object} TrayThrow
 * @property {'throw'} do
 * @property {Array<number|string>} [faces]
 */

/**
 * Push dice into groups, named by their faces.
 * @typedef {object} TrayPush
 * @property {'push'} do
 * @property {Array<Array<number|string>>} groups
 */

/**
 * Turn a die by hand.
 * @typedef {object} TrayTurn
 * @property {'turn'} do
 * @property {number|string} face
 * @property {number|string} to
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
 * @property {Array<number|string>} dice
 * @property {Object<string, *>} turn
 * @property {number} number
 */

/**
 * Which turns of the game so far cost most.
 * @typedef {object} AskReview
 * @property {number} number
 */

/**
 * What could have been made of dice; turn_number null: now.
 * @typedef {object} AskOptions
 * @property {number|null} turn_number
 * @property {Array<number|string>} dice
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

/**
 * What would a card be like.
 * @typedef {object} AskCheck
 * @property {Object<string, *>} row
 * @property {number} lies
 */

/**
 * Write a card into a pack; `was`: the row that it takes the place of.
 * @typedef {object} AskWrite
 * @property {'write'} do
 * @property {Object<string, *>} row
 * @property {Object<string, *>|null} was
 */

/**
 * Take a card out of a pack.
 * @typedef {object} AskTakeOut
 * @property {'remove'} do
 * @property {Object<string, *>} was
 */

/**
 * Begin a campaign.
 * @typedef {object} AskCampaign
 * @property {string} name
 * @property {string} pack
 */

/**
 * Have the table look at campaigns and packs anew.
 * @typedef {object} AskLookUp
 * @property {'look-up'} do
 */

/**
 * Go on with a campaign; `entries` as it was told.
 * @typedef {object} AskStep
 * @property {'answer'|'undo'|'redo'|'anew'} do
 * @property {number} entries
 * @property {Array<string>} [answer]
 */

export {};

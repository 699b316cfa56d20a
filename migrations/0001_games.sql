-- Only what SQLite and PostgreSQL both know: TEXT, BIGINT, no automatic numbers. Times are
-- milliseconds since 1970. `journal` and `checkpoint` are only ever inserted into.

CREATE TABLE game (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    channel TEXT NOT NULL,
    guild TEXT NOT NULL,
    creator TEXT NOT NULL,
    seed TEXT NOT NULL,
    status TEXT NOT NULL,
    settings TEXT NOT NULL,
    created BIGINT NOT NULL
);

-- One channel holds one game.
CREATE UNIQUE INDEX one_game_a_channel ON game (channel) WHERE status IN ('lobby', 'running');
CREATE INDEX game_status ON game (status);

CREATE TABLE seat (
    game TEXT NOT NULL REFERENCES game (id),
    seat BIGINT NOT NULL,
    player TEXT NOT NULL,
    name TEXT NOT NULL,
    computer TEXT,
    PRIMARY KEY (game, seat)
);
CREATE UNIQUE INDEX one_seat_a_player ON seat (game, player) WHERE computer IS NULL;
CREATE INDEX seat_player ON seat (player);

CREATE TABLE journal (
    game TEXT NOT NULL REFERENCES game (id),
    position BIGINT NOT NULL,
    entry TEXT NOT NULL,
    author TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, position)
);

-- `position` is the length of the journal when it was reached, `version` that of the state.
CREATE TABLE checkpoint (
    game TEXT NOT NULL REFERENCES game (id),
    number BIGINT NOT NULL,
    position BIGINT NOT NULL,
    version BIGINT NOT NULL,
    name TEXT NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (game, number)
);

-- Letters to Discord. `tries` counts attempts begun, `posted` is when one succeeded, `failed` why
-- it was given up.
CREATE TABLE outbox (
    game TEXT NOT NULL REFERENCES game (id),
    number BIGINT NOT NULL,
    audience BIGINT,
    replaces TEXT NOT NULL,
    body TEXT NOT NULL,
    made BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    posted BIGINT,
    message TEXT,
    failed TEXT,
    PRIMARY KEY (game, number)
);
CREATE INDEX outbox_waiting ON outbox (game) WHERE posted IS NULL;

-- Who is asked, since which journal position and when, and who is expected to answer: the player,
-- a computer, a standing order, or the delayed automatic pass.
CREATE TABLE asked (
    game TEXT NOT NULL REFERENCES game (id),
    seat BIGINT NOT NULL,
    question TEXT NOT NULL,
    since BIGINT NOT NULL,
    at BIGINT NOT NULL,
    expects TEXT NOT NULL,
    PRIMARY KEY (game, seat)
);
CREATE INDEX asked_expects ON asked (expects, at);

CREATE TABLE draft (
    game TEXT NOT NULL REFERENCES game (id),
    seat BIGINT NOT NULL,
    position BIGINT NOT NULL,
    parts TEXT NOT NULL,
    PRIMARY KEY (game, seat)
);

-- What the adapter must remember of a game, such as the message that holds the question.
CREATE TABLE memo (
    game TEXT NOT NULL REFERENCES game (id),
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (game, name)
);

CREATE TABLE preference (
    player TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (player, name)
);

CREATE TABLE audit (
    at BIGINT NOT NULL,
    game TEXT NOT NULL,
    who TEXT NOT NULL,
    what TEXT NOT NULL
);
CREATE INDEX audit_game ON audit (game, at);

-- Which process runs which gateway shards, and with them the games of those shards' servers: `first` to
-- `last` of `shards`. A process writes only while its row is there; who takes over removes it.
CREATE TABLE lease (
    owner TEXT NOT NULL PRIMARY KEY,
    first BIGINT NOT NULL,
    last BIGINT NOT NULL,
    shards BIGINT NOT NULL,
    until BIGINT NOT NULL
);

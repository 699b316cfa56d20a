-- When something is to happen by itself to an open question: the automatic pass, the warning before
-- a deadline, or the deadline; nothing: never. `stage` counts what has happened already.
ALTER TABLE asked ADD COLUMN due BIGINT;
ALTER TABLE asked ADD COLUMN stage BIGINT NOT NULL DEFAULT 0;
CREATE INDEX asked_due ON asked (due) WHERE due IS NOT NULL;

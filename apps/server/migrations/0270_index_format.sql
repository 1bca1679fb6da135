-- The format of an index version says what a chunk knows of its document. In format 1 that is nothing; in format 2 the names of the document
-- are a field of the lexical index, and its title is embedded with each chunk. Versions that exist keep format 1, so that their documents
-- stay comparable, until a version in the current format is built beside them.
alter table index_versions add column format integer not null default 1;

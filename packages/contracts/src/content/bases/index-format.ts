/**
 * The format of new index versions. In format 1 a chunk is indexed by its text and its headings. In format 2 the names of its document are a
 * field of the lexical index, and its title is embedded with it. A version keeps its format, so that all its documents are treated alike.
 */
export const currentIndexFormat = 2;

/** Returns true when the chunks of a version are indexed with the names of their documents. */
export const knowsDocuments = ({ format }: { format: number }): boolean => format >= 2;

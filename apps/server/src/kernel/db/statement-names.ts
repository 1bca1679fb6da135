/** Statements that a process names; each costs every database connection the memory of its plan. */
const mostNames = 100;
const mostCounted = 1000;
const namedFrom = 3;

/**
 * Gives statements that come again and again a name, so that the database parses and plans them once per connection
 * instead of each time: with row policies, planning costs more than most of our statements take to run.
 * A text seen rarely, as lists of varying length make them, stays unnamed.
 */
export const createStatementNames = (): ((text: string) => string | undefined) => {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || names.size >= mostNames) return name;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < namedFrom) {
      if (counts.size >= mostCounted) counts.clear();
      counts.set(text, count);
      return undefined;
    }
    counts.delete(text);
    const made = `atelier_${names.size + 1}`;
    names.set(text, made);
    return made;
  };
};

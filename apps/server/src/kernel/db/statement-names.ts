/** The most statements that a process names. Each costs every connection the memory of its plan. */
const mostNames = 100;
const mostCounted = 1000;
const namedFrom = 3;

/**
 * Returns a function that names frequent statements, so that the database parses and plans them once per connection: with row policies,
 * planning takes longer than most of our statements. A rare text, such as one with a list of varying length, gets no name.
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

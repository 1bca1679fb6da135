/** Returns the data that the fake model extracts from chunks: a graph written in a small markup, or the values of a table. */

const named = /((?:\p{Lu}[\p{L}\d.&'-]*\s)+)\{(\w+)(?:=([^}]*))?\}/gu;

/**
 * Reads the markup of a graph. `Ada Lovelace {PERSON}` is an entity, and `Ada {PERSON=Ada Lovelace;A. L.}` is one with further names. The
 * first entity of a sentence is related to the others in the sentence.
 */
export const readFakeGraph = (chunk: string): string => {
  const entities: object[] = [];
  const relations: object[] = [];
  for (const sentence of chunk.split(/(?<=\.)\s+/)) {
    const found = [...sentence.matchAll(named)].map(([, name = '', type = '', aliases = '']) => ({
      name: name.trim(),
      type,
      description: sentence.replaceAll(/\s\{[^}]*\}/g, ''),
      aliases: aliases.split(';').filter((alias) => alias !== ''),
    }));
    entities.push(...found);
    for (const other of found.slice(1))
      relations.push({
        source: found[0]?.name,
        target: other.name,
        description: other.description,
        weight: 8,
      });
  }
  return JSON.stringify({ entities, relations });
};

/** Reads `Total is 12.` for the column Total; `FORGED` makes it quote words that the chunk does not contain. */
export const readFakeCells = (text: string): string => {
  const [head = ''] = text.split('\n\n');
  const columns = [...head.matchAll(/^(\d+)\. (.+?) \(/gm)];
  const chunks = [...text.matchAll(/<chunk number="(\d+)">\n([\s\S]*?)\n<\/chunk>/g)];
  const cells = columns.map(([, column, name]) => {
    for (const [, chunk, content = ''] of chunks) {
      const found = new RegExp(`${name} is ([^.]+)\\.`).exec(content);
      const quote = content.includes('FORGED') ? 'nobody ever said this' : found?.[0];
      if (found) return { column, value: found[1], quote, chunk };
    }
    return { column, value: null };
  });
  return JSON.stringify({ cells });
};

/** Returns the answer to a prompt that asks for a graph or for the values of a table; undefined for any other prompt. */
export const fakeReading = (system: string, asked: string): string | undefined => {
  if (system.startsWith('You read values out of')) return readFakeCells(asked);
  if (system.startsWith('You summarise'))
    return JSON.stringify({ title: 'A group', summary: `It is about ${asked.slice(2, 40)}.` });
  const chunk = /<chunk>\n([\s\S]*)\n<\/chunk>/.exec(asked)?.[1];
  return chunk === undefined ? undefined : readFakeGraph(chunk);
};

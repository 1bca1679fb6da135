/** Splits streamed text into lines without their ends. A line longer than `longest` characters is split as by `cutText`. */
export async function* readLines(chunks: AsyncIterable<string>, longest: number): AsyncGenerator<string> {
  let rest = '';
  let held = '';
  for await (const chunk of chunks) {
    const text = held + chunk;
    // A carriage return at the end may be half of a line end.
    held = text.endsWith('\r') ? '\r' : '';
    // Only new text is searched, so that one long line takes no longer than many short ones.
    const [first = '', ...lines] = text.slice(0, text.length - held.length).split(/\r\n|\n|\r/);
    rest += first;
    for (const line of lines) {
      yield* cutText(rest, longest);
      rest = line;
    }
    while (rest.length > longest) {
      const at = cutAt(rest, longest);
      yield rest.slice(0, at);
      rest = rest.slice(at);
    }
  }
  yield* cutText(rest, longest);
}

/** Splits a text into parts of at most `longest` characters, at a space if possible and never inside a surrogate pair. */
export function* cutText(text: string, longest: number): Generator<string> {
  let from = 0;
  while (text.length - from > longest) {
    const at = from + cutAt(text.slice(from, from + longest + 1), longest);
    yield text.slice(from, at);
    from = at;
  }
  yield text.slice(from);
}

function cutAt(text: string, longest: number): number {
  const space = text.lastIndexOf(' ', longest - 1);
  if (space > longest / 2) return space + 1;
  const before = text.charCodeAt(longest - 1);
  return before >= 0xd800 && before <= 0xdbff ? longest - 1 : longest;
}

const [quote, backslash] = [34, 92];
/** The change of the number of values and of the depth that each character causes: a comma starts a value, a bracket opens or closes a level. */
const [valueOf, depthOf] = [new Int8Array(128), new Int8Array(128)];
for (const sign of ',[{') valueOf[sign.charCodeAt(0)] = 1;
for (const sign of '[{') depthOf[sign.charCodeAt(0)] = 1;
for (const sign of ']}') depthOf[sign.charCodeAt(0)] = -1;

/** Returns where the string that begins at `from` ends; the end of the text when it is not closed. */
const endOfString = (json: string, from: number): number => {
  for (let at = json.indexOf('"', from + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let first = at;
    while (json.charCodeAt(first - 1) === backslash) first -= 1;
    if ((at - first) % 2 === 0) return at;
  }
  return json.length;
};

/**
 * Returns how many values JSON has, and how deep they are nested, without parsing it. An empty list or object counts as two. Stops above
 * the limits. Reads each letter once and passes over texts.
 */
export const measureJson = (
  json: string,
  most: { values: number; depth: number },
): { values: number; depth: number } => {
  let values = 1;
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < json.length; at += 1) {
    const letter = json.charCodeAt(at);
    if (letter === quote) at = endOfString(json, at);
    values += valueOf[letter] ?? 0;
    depth += depthOf[letter] ?? 0;
    if (depth > deepest) deepest = depth;
    if (values > most.values || depth > most.depth) break;
  }
  return { values, depth: deepest };
};

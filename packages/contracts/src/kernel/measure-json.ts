const [quote, backslash] = [34, 92];
/** The change of the counts at each character: a comma starts a value, a colon follows a key, a bracket opens or closes a level. */
const [valueOf, keyOf, depthOf] = [new Int8Array(128), new Int8Array(128), new Int8Array(128)];
keyOf[':'.charCodeAt(0)] = 1;
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

export interface JsonMeasure {
  /** An empty list or object counts as two. */
  values: number;
  /** The keys of all objects. */
  keys: number;
  depth: number;
}

/**
 * Returns how many values and keys JSON has, and how deep they are nested, without parsing it. Stops above the limits. Reads each letter
 * once and passes over texts.
 */
export const measureJson = (
  json: string,
  most: { values: number; keys?: number; depth: number },
): JsonMeasure => {
  const { keys: mostKeys = Number.POSITIVE_INFINITY } = most;
  let values = 1;
  let keys = 0;
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < json.length; at += 1) {
    const letter = json.charCodeAt(at);
    if (letter === quote) at = endOfString(json, at);
    values += valueOf[letter] ?? 0;
    keys += keyOf[letter] ?? 0;
    depth += depthOf[letter] ?? 0;
    if (depth > deepest) deepest = depth;
    if (values > most.values || keys > mostKeys || depth > most.depth) break;
  }
  return { values, keys, depth: deepest };
};

/** Limits of a text of JSON. */
export interface JsonLimits {
  characters: number;
  values: number;
  keys: number;
  depth: number;
}

/**
 * The most that is parsed without a pause, of numbers of any length as well: it takes a few hundredths of a second. Long texts cost little,
 * but each object, key and level does.
 */
const usual: JsonLimits = { characters: 4_000_000, values: 10_000, keys: 10_000, depth: 100 };

/** A text that is too short to keep a thread busy, whatever is in it. */
export const quickJson = 16_384;

/** True when parsing a text of JSON keeps the thread busy for a moment only. */
export const isQuickToParse = (json: string, most = usual): boolean => {
  if (json.length <= quickJson) return true;
  if (json.length > most.characters) return false;
  const { values, keys, depth } = measureJson(json, most);
  return values <= most.values && keys <= most.keys && depth <= most.depth;
};

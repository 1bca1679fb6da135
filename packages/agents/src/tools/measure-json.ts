const [quote, backslash] = [34, 92];
const characterCodes = (...signs: string[]): ReadonlySet<number> =>
  new Set(signs.map((sign) => sign.charCodeAt(0)));
const [opens, closes, separates] = [characterCodes('[', '{'), characterCodes(']', '}'), characterCodes(',')];

const endOfString = (json: string, from: number): number => {
  for (let at = json.indexOf('"', from + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let first = at;
    while (json.charCodeAt(first - 1) === backslash) first -= 1;
    if ((at - first) % 2 === 0) return at;
  }
  return json.length;
};

/** Returns how many values JSON has, and how deep they are nested, without parsing it. Stops above the limits. */
export const measureJson = (
  json: string,
  most: { values: number; depth: number },
): { values: number; depth: number } => {
  const found = { values: 1, depth: 0 };
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === quote) at = endOfString(json, at);
    else if (opens.has(sign)) {
      found.values += 1;
      depth += 1;
      found.depth = Math.max(found.depth, depth);
    } else if (separates.has(sign)) found.values += 1;
    else if (closes.has(sign)) depth -= 1;
    if (found.values > most.values || depth > most.depth) return found;
  }
  return found;
};

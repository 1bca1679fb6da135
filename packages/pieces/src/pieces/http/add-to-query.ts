const nameOf = (pair: string): string => [...new URLSearchParams(pair).keys()][0] ?? '';

/** Adds parameters behind those of an address, whose letters stay as they are: `URLSearchParams` would write all of them anew. */
export const addToQuery = (url: URL, pairs: [string, string][]): void => {
  if (pairs.length === 0) return;
  url.search = [url.search.slice(1), new URLSearchParams(pairs).toString()]
    .filter((part) => part !== '')
    .join('&');
};

/** Leaves parameters with this name out of an address. */
export const leaveOut = (url: URL, name: string): void => {
  const pairs = url.search.slice(1).split('&');
  url.search = pairs.filter((pair) => nameOf(pair) !== name).join('&');
};

const longest = 40;

/** Returns a name that models accept, and that no other tool of the agent has. */
export const toolName = (words: readonly string[], taken: ReadonlySet<string>): string => {
  const parts = words
    .join(' ')
    .normalize('NFKD')
    .toLowerCase()
    .matchAll(/[a-z0-9]+/g);
  const plain = [...parts].join('_').slice(0, longest) || 'tool';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? plain : `${plain}_${number}`;
    if (!taken.has(name)) return name;
  }
};

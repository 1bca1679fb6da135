const mostWords = 4;

/** Returns how the name of a flow's file is displayed: in title case, and cut to four words and an ellipsis (FLOW-19). */
export const flowFileName = (name: string): string => {
  const words = name.split(/[\s_]+/).filter((word) => word !== '');
  const titled = words.slice(0, mostWords).map((word) => {
    const [first = '', ...rest] = Array.from(word);
    return first.toUpperCase() + rest.join('').toLowerCase();
  });
  return words.length > mostWords ? `${titled.join(' ')}…` : titled.join(' ');
};

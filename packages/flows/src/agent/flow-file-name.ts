const mostWords = 4;
const mostCharacters = 45;

/** Returns how the name of a file that somebody chose is displayed: cut to 45 characters (CONST-14). */
export const inputFileName = (name: string): string => {
  const characters = Array.from(name);
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters).join('')}…` : name;
};

/** Returns how the name of a flow's file is displayed: in title case, and cut to four words and an ellipsis (FLOW-19). */
export const flowFileName = (name: string): string => {
  const words = name.split(/[\s_]+/).filter((word) => word !== '');
  const titled = words.slice(0, mostWords).map((word) => {
    const [first = '', ...rest] = Array.from(word);
    return first.toUpperCase() + rest.join('').toLowerCase();
  });
  return words.length > mostWords ? `${titled.join(' ')}…` : titled.join(' ');
};

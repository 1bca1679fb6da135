const longestName = 60;

/** Returns a name for a pasted text: its first line if that is a heading and not the beginning of a sentence. */
export const suggestTextName = (text: string): string => {
  const [first = '', ...rest] = text.trim().split('\n');
  const line = first.trim();
  const heading = line.replace(/^#{1,6}\s+/, '').trim();
  const isHeading = heading !== line || (rest.length > 0 && !/[.,:;!?]$/.test(heading));
  const name = heading.replaceAll(/[/\\]/g, ' ').trim();
  return isHeading && name !== '' && name.length <= longestName ? name : 'Pasted text';
};

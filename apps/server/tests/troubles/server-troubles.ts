/** The most lines that are kept for one test. */
const most = 30;
const troubles: string[] = [];

const isTrouble = (line: string): boolean => /"level":"(warn|error|fatal)"/.test(line);

/** Keeps a line of the log of a server under test if it is a warning or worse. */
export const noteTrouble = (line: string): void => {
  if (!isTrouble(line)) return;
  troubles.push(line.trim());
  if (troubles.length > most) troubles.shift();
};

/** Returns the lines that were kept since the last call. */
export const takeTroubles = (): string[] => troubles.splice(0);

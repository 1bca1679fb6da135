/** Removes the marks of a source from an answer, and moves the numbers of the sources after it down. */
export const withoutSource = (answer: string, removed: number): string =>
  answer.replaceAll(/([ \t]?)\[(\d{1,3})\]/g, (mark, space: string, digits: string) => {
    const number = Number(digits);
    if (number === removed) return '';
    return number > removed ? `${space}[${number - 1}]` : mark;
  });

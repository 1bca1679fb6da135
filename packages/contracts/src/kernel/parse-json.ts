/** Parses JSON of any sender; undefined when the text is not valid. What it holds still has to pass a schema. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Parses JSON of any sender; undefined when the text is not valid. The value still has to be validated by a schema. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

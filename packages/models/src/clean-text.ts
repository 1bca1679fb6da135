// Every control character (C0, DEL, C1) but newline and tab.
const control = /[^\P{Cc}\n\t]/u;
const everyControl = /[^\P{Cc}\n\t]/gu;

/** Returns whether a text has control characters other than newline and tab. */
export const hasControl = (text: string): boolean => control.test(text);

/** Removes control characters other than newline and tab from untrusted text. */
export const cleanText = (text: string): string => (hasControl(text) ? text.replace(everyControl, '') : text);

/** Returns the length of `text`, or one less when it ends inside a surrogate pair. */
export const safeEnd = (text: string): number => {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
};

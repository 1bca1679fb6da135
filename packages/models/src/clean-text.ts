// Every control character (C0, DEL, C1) but newline and tab.
const control = /[^\P{Cc}\n\t]/u;
const everyControl = /[^\P{Cc}\n\t]/gu;

/** Text from outside without control characters other than newline and tab. */
export const cleanText = (text: string): string =>
  control.test(text) ? text.replace(everyControl, '') : text;

/** Where `text` may be cut so that no surrogate pair is torn: its length, or one less. */
export const safeEnd = (text: string): number => {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
};

interface TextPart {
  text: string;
  isLink: boolean;
  /** The offset in the text at which the part begins. */
  at: number;
}

/** Splits plain text into words and web addresses. */
export const splitLinks = (text: string): TextPart[] => {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: link, index } of text.matchAll(/https?:\/\/[^\s<>"]+/g)) {
    if (index > end) parts.push({ text: text.slice(end, index), isLink: false, at: end });
    parts.push({ text: link, isLink: true, at: index });
    end = index + link.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isLink: false, at: end });
  return parts;
};

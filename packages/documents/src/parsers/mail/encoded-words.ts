import { decodeText } from '../../encoding/index.ts';

/** Words in the encoding of RFC 2047 that follow each other and are encoded alike. */
interface EncodedWords {
  charset: string;
  form: string;
  contents: string[];
  from: number;
  to: number;
}

const pattern = /=\?([^?\s]{1,60})\?([QqBb])\?([^?]*)\?=/g;

const findWords = (text: string): EncodedWords[] => {
  const found: EncodedWords[] = [];
  for (const match of text.matchAll(pattern)) {
    const [all, charset = '', form = '', content = ''] = match;
    const word = { charset: (charset.split('*')[0] ?? '').toLowerCase(), form: form.toUpperCase() };
    const to = match.index + all.length;
    const last = found.at(-1);
    const isNext =
      last?.charset === word.charset &&
      last.form === word.form &&
      /^[ \t\r\n]*$/.test(text.slice(last.to, match.index));
    if (last && isNext) {
      last.contents.push(content);
      last.to = to;
    } else found.push({ ...word, contents: [content], from: match.index, to });
  }
  return found;
};

/** Returns the bytes of a word in quoted form, in which `_` is a space. */
const fromQuoted = (content: string): Buffer =>
  Buffer.concat(
    Array.from(content.replaceAll('_', ' ').matchAll(/=[\da-f]{2}|[^=]+|=/gi), ([part]) =>
      /^=[\da-f]{2}$/i.test(part) ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part),
    ),
  );

const decode = ({ charset, form, contents }: EncodedWords): string => {
  const words = contents.map((content) =>
    form === 'B' ? Buffer.from(content, 'base64') : fromQuoted(content),
  );
  const joined = decodeText(Buffer.concat(words), charset);
  // Words that were cut within a character belong together, and words with mistakes do not.
  return joined.badPlaces === null
    ? joined.text
    : words.map((word) => decodeText(word, charset).text).join('');
};

/**
 * Returns the head of a mail with its encoded words in UTF-8. Words that follow each other become one, because many programs cut characters
 * apart, and a charset counts only where the bytes fit it.
 */
export function joinEncodedWords(head: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const words of findWords(head)) {
    if (words.contents.length === 1 && /^utf-?8$/.test(words.charset)) continue;
    const encoded = Buffer.from(decode(words)).toString('base64');
    parts.push(head.slice(from, words.from), `=?utf-8?B?${encoded}?=`);
    from = words.to;
  }
  return parts.join('') + head.slice(from);
}

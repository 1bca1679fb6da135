/** The general categories of Unicode, which JavaScript also knows by their long names. */
const categories: Readonly<Record<string, string>> = {
  Letter: 'L',
  Cased_Letter: 'LC',
  Uppercase_Letter: 'Lu',
  Lowercase_Letter: 'Ll',
  Titlecase_Letter: 'Lt',
  Modifier_Letter: 'Lm',
  Other_Letter: 'Lo',
  Mark: 'M',
  Nonspacing_Mark: 'Mn',
  Spacing_Mark: 'Mc',
  Enclosing_Mark: 'Me',
  Number: 'N',
  Decimal_Number: 'Nd',
  digit: 'Nd',
  Letter_Number: 'Nl',
  Other_Number: 'No',
  Punctuation: 'P',
  punct: 'P',
  Connector_Punctuation: 'Pc',
  Dash_Punctuation: 'Pd',
  Open_Punctuation: 'Ps',
  Close_Punctuation: 'Pe',
  Initial_Punctuation: 'Pi',
  Final_Punctuation: 'Pf',
  Other_Punctuation: 'Po',
  Symbol: 'S',
  Math_Symbol: 'Sm',
  Currency_Symbol: 'Sc',
  Modifier_Symbol: 'Sk',
  Other_Symbol: 'So',
  Separator: 'Z',
  Space_Separator: 'Zs',
  Line_Separator: 'Zl',
  Paragraph_Separator: 'Zp',
  Other: 'C',
  Control: 'Cc',
  Format: 'Cf',
  Private_Use: 'Co',
};

/** White space of JavaScript and Python, as the contents of a class. */
const space = String.raw`\t-\r \x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;

const byNumber = (digits: string): string => String.raw`\x{${digits}}`;

/** An escape and what it consists of after the backslash, in the order in which they are tried. */
const escapes: readonly [form: RegExp, write: (parts: RegExpExecArray, inClass: boolean) => string][] = [
  [
    /^u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})/i,
    ([, high = '', low = '']) =>
      byNumber(
        (0x10000 + (Number.parseInt(high, 16) - 0xd800) * 0x400 + Number.parseInt(low, 16) - 0xdc00).toString(
          16,
        ),
      ),
  ],
  [/^u\{([0-9a-f]{1,6})\}/i, ([, digits = '']) => byNumber(digits)],
  [/^u([0-9a-f]{4})/i, ([, digits = '']) => byNumber(digits)],
  [/^c([a-z])/i, ([, letter = '']) => byNumber((letter.charCodeAt(0) % 32).toString(16))],
  [
    /^(p|P)\{(?:(?:gc|General_Category|sc|Script)=)?([A-Za-z_]{1,40})\}/,
    ([, sign, name = '']) => `\\${sign}{${categories[name] ?? name}}`,
  ],
  [/^s/, (_parts, inClass) => (inClass ? space : `[${space}]`)],
  [/^S/, (_parts, inClass) => (inClass ? String.raw`\S` : `[^${space}]`)],
  // Python ends a text with \Z, and PCRE allows a line break before the end.
  [/^Z/, (_parts, inClass) => (inClass ? 'Z' : String.raw`(?:\n?\z)`)],
  // A bracket of PCRE for a character by its number has the same form in RE2.
  [/^x\{[0-9a-f]{1,6}\}|^x[0-9a-f]{2}/i, ([whole]) => `\\${whole}`],
  [/^[^]/u, ([sign]) => `\\${sign}`],
];

const readEscape = (rest: string, inClass: boolean): { taken: number; written: string } => {
  for (const [form, write] of escapes) {
    const parts = form.exec(rest);
    if (parts) return { taken: parts[0].length, written: write(parts, inClass) };
  }
  return { taken: 0, written: '\\' };
};

/** Returns the end of the name of a class such as [:alpha:]; undefined where there is none. */
const endOfName = (text: string, at: number): number | undefined => {
  const end = text.startsWith('[:', at) ? text.indexOf(':]', at) : -1;
  return end === -1 ? undefined : end + 2;
};

/** Writes what is between the brackets of a class. Returns where the class ends. */
const writeClass = (text: string, from: number): { written: string; end: number } => {
  let written = text.startsWith('[^', from) ? '[^' : '[';
  let at = from + written.length;
  // A bracket that comes first stands for itself.
  const first = at;
  while (at < text.length && (text[at] !== ']' || at === first)) {
    const end = endOfName(text, at);
    if (text[at] === '\\') {
      const escape = readEscape(text.slice(at + 1, at + 80), true);
      written += escape.written;
      at += 1 + escape.taken;
    } else {
      written += text.slice(at, end ?? at + 1);
      at = end ?? at + 1;
    }
  }
  return { written: `${written}${text.slice(at, at + 1)}`, end: at + 1 };
};

/** Writes a pattern of JavaScript, Python or PCRE in the words of RE2. What RE2 does not know stays, so that it is refused. */
export const translatePattern = (text: string): string => {
  let written = '';
  let at = 0;
  while (at < text.length) {
    if (text[at] === '\\') {
      const escape = readEscape(text.slice(at + 1, at + 80), false);
      written += escape.written;
      at += 1 + escape.taken;
    } else if (text.startsWith('[^]', at)) {
      written += String.raw`[\x{0}-\x{10ffff}]`;
      at += 3;
    } else if (text[at] === '[') {
      const found = writeClass(text, at);
      written += found.written;
      at = found.end;
    } else {
      written += text[at] ?? '';
      at += 1;
    }
  }
  return written;
};

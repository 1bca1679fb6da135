/** The characters of the font Symbol from 0x20 on; a blank where there is none. */
const greek =
  ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_ αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼';
/** Those from 0xA0 on. */
const mathematical =
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭';

const fonts: Record<string, Map<number, string>> = {
  symbol: new Map([
    ...Array.from(greek, (character, at): [number, string] => [0x20 + at, character]),
    ...Array.from(mathematical, (character, at): [number, string] => [0xa0 + at, character]),
  ]),
  wingdings: new Map([
    ...([
      [0x28, '☎'],
      [0x29, '✆'],
      [0x2a, '✉'],
      [0x4a, '☺'],
      [0x4b, '😐'],
      [0x4c, '☹'],
    ] as const),
    ...([
      [0x46, '☞'],
      [0x6c, '●'],
      [0x6d, '❍'],
      [0x6e, '■'],
      [0x6f, '□'],
      [0x71, '❑'],
    ] as const),
    ...([
      [0x72, '❒'],
      [0x76, '❖'],
      [0x77, '⬥'],
      [0x9e, '·'],
      [0x9f, '•'],
      [0xa1, '○'],
    ] as const),
    ...([
      [0xa7, '▪'],
      [0xa8, '◻'],
      [0xaa, '✦'],
      [0xab, '★'],
      [0xd8, '➢'],
      [0xdf, '←'],
    ] as const),
    ...([
      [0xe0, '→'],
      [0xe1, '↑'],
      [0xe2, '↓'],
      [0xe8, '➔'],
      [0xf0, '⇨'],
      [0xfb, '✗'],
    ] as const),
    ...([
      [0xfc, '✓'],
      [0xfd, '☒'],
      [0xfe, '☑'],
    ] as const),
  ]),
  'wingdings 2': new Map([
    ...([
      [0x4f, '✗'],
      [0x50, '✓'],
      [0x51, '☒'],
      [0x52, '☑'],
      [0x53, '☒'],
      [0x54, '☒'],
    ] as const),
    ...([
      [0xa3, '□'],
      [0x97, '●'],
      [0x98, '•'],
    ] as const),
  ]),
  'wingdings 3': new Map([
    ...([
      [0x66, '←'],
      [0x67, '→'],
      [0x68, '↑'],
      [0x69, '↓'],
      [0x7d, '▶'],
      [0x7c, '◀'],
    ] as const),
  ]),
};

/** Fonts of symbols have their characters in the private range, behind 0xF000. */
const isPrivate = (code: number): boolean => code >= 0xf000 && code <= 0xf0ff;

/** Returns the character that a symbol of a font shows; empty where no character is known for it. */
export function readSymbol(font: string, hex: string): string {
  const code = /^[\da-f]{1,6}$/i.test(hex) ? Number.parseInt(hex, 16) : 0;
  const map = fonts[font.toLowerCase()];
  const place = isPrivate(code) ? code - 0xf000 : code;
  const found = map?.get(place);
  if (found !== undefined) return found.trim();
  if (map !== undefined || /dingbats|webdings/i.test(font)) return '';
  return place > 0x20 && place < 0x11_0000 && !(place >= 0xd800 && place < 0xe000)
    ? String.fromCodePoint(place)
    : '';
}

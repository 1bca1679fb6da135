import { labelMark } from '../word/label-mark.ts';

/** Groups that hold no text of the document. They are copied as they are. */
const apart = new Set([
  ...['fonttbl', 'colortbl', 'stylesheet', 'info', 'pict', 'object', 'listtable', 'listoverridetable'],
  ...['rsidtbl', 'generator', 'themedata', 'colorschememapping', 'latentstyles', 'datastore', 'fldinst'],
]);
const labels = new Set(['listtext', 'pntext']);
/** Control words that stand for a character. */
const characters = new Set([
  ...['tab', 'line', 'emdash', 'endash', 'emspace', 'enspace', 'qmspace', 'bullet', 'u'],
  ...['lquote', 'rquote', 'ldblquote', 'rdblquote', "'", '~', '-', '_'],
]);
const margins = /^(?:header|footer)[lrf]?$/;

interface Group {
  isApart: boolean;
  isLabel: boolean;
  isMargin: boolean;
  isDeleted: boolean;
  isHidden: boolean;
  isMoved: boolean;
}

interface Control {
  name: string;
  parameter: string;
  end: number;
}

const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Reads a control word or symbol that begins with a backslash. */
const readControl = (rtf: string, start: number): Control => {
  let at = start + 1;
  if (!isLetter(rtf.charCodeAt(at))) {
    const name = rtf.slice(at, at + 1);
    return { name, parameter: '', end: Math.min(rtf.length, at + (name === "'" ? 3 : 1)) };
  }
  while (isLetter(rtf.charCodeAt(at))) at++;
  const name = rtf.slice(start + 1, at);
  const from = at;
  if (rtf.startsWith('-', at)) at++;
  while (isDigit(rtf.charCodeAt(at))) at++;
  const parameter = rtf.slice(from, at);
  return { name, parameter, end: rtf.startsWith(' ', at) ? at + 1 : at };
};

export interface RewrittenRtf {
  rtf: string;
  hidesText: boolean;
  comments: number;
  /** The number of headers and footers with text. */
  margins: number;
}

/** A longer text before an item is no number. */
const longestLabel = 400;

/** Returns the number of an item as text of its paragraph; empty for a bullet, which is one character, or one letter of a font of symbols. */
const writeLabel = (label: string): string => {
  const plain = label.replaceAll(/\\'..|\\u-?\d+ ?\??/g, '').trim();
  return !/[\p{L}\p{N}]/u.test(plain) || plain === 'o' || label.length > longestLabel
    ? ''
    : `{\\uc1\\u${labelMark.charCodeAt(0)} ?${label.trim()} }`;
};

/**
 * Rewrites an RTF text so that it says what Word shows: the numbers that the file has for lists stand in their paragraphs, and deleted, moved and hidden text
 * is left out.
 */
class RtfRewriter {
  readonly #rtf: string;
  readonly #parts: string[] = [];
  #copied = 0;
  #group: Group = {
    ...{ isApart: false, isLabel: false, isMargin: false },
    ...{ isDeleted: false, isHidden: false, isMoved: false },
  };
  readonly #groups: Group[] = [];
  #label = '';
  readonly found: RewrittenRtf = { rtf: '', hidesText: false, comments: 0, margins: 0 };
  #hasMargin = false;

  constructor(rtf: string) {
    this.#rtf = rtf;
  }

  /** Writes everything up to a place, and another text for the part behind it. */
  #replace(start: number, end: number, text: string): void {
    this.#parts.push(this.#rtf.slice(this.#copied, start), text);
    this.#copied = end;
  }

  get #isLeftOut(): boolean {
    const { isDeleted, isHidden, isMoved } = this.#group;
    return isDeleted || isHidden || isMoved;
  }

  rewrite(): RewrittenRtf {
    const rtf = this.#rtf;
    const special = /[{}\\]/g;
    for (let at = 0; at < rtf.length; ) {
      special.lastIndex = at;
      const next = special.exec(rtf)?.index ?? rtf.length;
      if (next > at) this.#text(at, next);
      at = next < rtf.length ? this.#mark(next) : next;
    }
    this.#parts.push(rtf.slice(this.#copied));
    return { ...this.found, rtf: this.#parts.join('') };
  }

  #text(start: number, end: number): void {
    const { isApart, isLabel, isMargin, isHidden } = this.#group;
    if (isApart) return;
    if (isLabel) {
      this.#label += this.#rtf.slice(start, end).replaceAll(/[\r\n]/g, '');
      return;
    }
    const isBlank = this.#rtf.slice(start, end).trim() === '';
    if (isMargin && !isBlank) this.#hasMargin = true;
    if (!this.#isLeftOut) return;
    if (isHidden && !isBlank) this.found.hidesText = true;
    this.#replace(start, end, '');
  }

  /** Reads a brace or a control, and returns the place behind it. */
  #mark(start: number): number {
    if (this.#rtf.startsWith('{', start)) {
      this.#groups.push(this.#group);
      this.#group = { ...this.#group };
      return start + 1;
    }
    if (this.#rtf.startsWith('}', start)) {
      this.#closeGroup(start + 1);
      return start + 1;
    }
    const control = readControl(this.#rtf, start);
    const bytes = control.name === 'bin' ? Math.max(0, Number(control.parameter) || 0) : 0;
    this.#control(control, start);
    return control.end + bytes;
  }

  #closeGroup(end: number): void {
    const closed = this.#group;
    this.#group = this.#groups.pop() ?? closed;
    if (closed.isLabel && !this.#group.isLabel) {
      const label = this.#isLeftOut ? '' : writeLabel(this.#label);
      if (label !== '') this.#replace(end, end, label);
      this.#label = '';
    }
    if (closed.isMargin && !this.#group.isMargin) {
      if (this.#hasMargin) this.found.margins++;
      this.#hasMargin = false;
    }
  }

  #control({ name, parameter, end }: Control, start: number): void {
    const group = this.#group;
    if (group.isApart) return;
    if (group.isLabel) {
      if (name === "'" || name === 'u') this.#label += this.#rtf.slice(start, end);
      return;
    }
    if (apart.has(name)) group.isApart = true;
    else if (labels.has(name)) group.isLabel = true;
    else if (margins.test(name)) group.isMargin = true;
    else if (name === 'annotation') this.found.comments++;
    else if (characters.has(name)) this.#character(name, start, end);
    else this.#property(name, parameter !== '0');
  }

  #character(name: string, start: number, end: number): void {
    if (this.#isLeftOut) this.#replace(start, end, '');
    else if (name === '_') this.#replace(start, end, '-');
  }

  #property(name: string, isOn: boolean): void {
    const group = this.#group;
    if (name === 'deleted') group.isDeleted = isOn;
    else if (name === 'v') group.isHidden = isOn;
    else if (name === 'mvf') group.isMoved = isOn;
    else if (name === 'plain') [group.isDeleted, group.isHidden, group.isMoved] = [false, false, false];
  }
}

export const rewriteRtf = (rtf: string): RewrittenRtf => new RtfRewriter(rtf).rewrite();

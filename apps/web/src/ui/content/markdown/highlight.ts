import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const languages = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  php,
  python,
  ruby,
  rust,
  sql,
  typescript,
  xml,
  yaml,
};

export type Colour = 'comment' | 'keyword' | 'name' | 'number' | 'string';

/** A part of a line of code in one colour; undefined is the colour of text. */
export interface CodePart {
  text: string;
  colour: Colour | undefined;
}

const colours: Readonly<Record<string, Colour>> = {
  addition: 'string',
  attr: 'name',
  attribute: 'name',
  built_in: 'name',
  comment: 'comment',
  deletion: 'number',
  doctag: 'comment',
  keyword: 'keyword',
  literal: 'number',
  meta: 'comment',
  name: 'keyword',
  number: 'number',
  property: 'name',
  quote: 'comment',
  regexp: 'string',
  'selector-class': 'name',
  'selector-tag': 'keyword',
  string: 'string',
  symbol: 'number',
  tag: 'keyword',
  title: 'name',
  type: 'name',
};

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

let isReady = false;
const prepare = (): void => {
  if (isReady) return;
  for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language);
  isReady = true;
};

/** Code beyond this many characters is shown in one colour, so that typing stays smooth. */
const longest = 20_000;

/**
 * Splits code into coloured parts. The highlighter returns HTML that consists of spans and escaped text; it is read, and never put into
 * the page. Returns undefined for a language that it does not know.
 */
export const highlight = (code: string, language: string): CodePart[] | undefined => {
  prepare();
  if (code.length > longest || !highlighter.getLanguage(language)) return undefined;
  const { value } = highlighter.highlight(code, { language, ignoreIllegals: true });
  const open: (Colour | undefined)[] = [];
  const parts: CodePart[] = [];
  for (const piece of value.split(/(<[^<>]*>)/)) {
    const [, name] = /^<span class="(?:hljs-)?([\w-]+)/.exec(piece) ?? [];
    if (name !== undefined) open.push(colours[name] ?? open.at(-1));
    else if (piece === '</span>') open.pop();
    else if (piece !== '')
      parts.push({ text: piece.replaceAll(/&[#\w]+;/g, (all) => entities[all] ?? all), colour: open.at(-1) });
  }
  return parts;
};

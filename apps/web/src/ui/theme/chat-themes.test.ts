import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AppSettings, chatThemes } from '@atelier/contracts/assistants/apps/app-settings';
import { describe, expect, it } from 'vitest';
import { themeAttribute } from './chat-theme.ts';

const css = (file: string) => readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8');
const themesCss = css('./chat-themes.css');

const declarationsOf = (sheet: string, selector: string): Map<string, string> => {
  const at = sheet.indexOf(`${selector} {`);
  if (at < 0) throw new Error(`There is no ${selector}.`);
  const block = sheet.slice(at, sheet.indexOf('}', at));
  return new Map(
    [...block.matchAll(/(--[\w-]+|color-scheme):\s*([^;]+);/g)].map(([, name, value]) => [
      name ?? '',
      value ?? '',
    ]),
  );
};

const standard = declarationsOf(css('./tokens.css'), ':root');
const shared = declarationsOf(themesCss, '[data-chat-theme]');

/** The colour that a token has in a theme, as the browser resolves it. */
const colorIn = (theme: string) => {
  const own = declarationsOf(themesCss, `[data-chat-theme="${theme}"]`);
  const isDark = own.get('color-scheme') === 'dark';
  const resolve = (name: string): string => {
    const value = own.get(name) ?? shared.get(name) ?? standard.get(name) ?? '';
    const both = /^light-dark\((.+?),\s*(.+)\)$/.exec(value);
    const color = both ? ((isDark ? both[2] : both[1]) ?? '') : value;
    const reference = /^var\((--[\w-]+)\)$/.exec(color);
    return reference ? resolve(reference[1] ?? '') : color;
  };
  return (name: string) => resolve(name.startsWith('chat-') ? `--${name}` : `--at-${name}`);
};

const luminance = (hex: string): number => {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new Error(`${hex} is not a colour.`);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

const texts: [text: string, ground: string][] = [
  ['text', 'canvas'],
  ['text', 'surface'],
  ['text', 'hover'],
  ['text', 'sunken'],
  ['text', 'accent-soft'],
  ['muted', 'canvas'],
  ['muted', 'surface'],
  ['muted', 'hover'],
  ['faint', 'surface'],
  ['accent-text', 'canvas'],
  ['accent-text', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['danger-text', 'danger-soft'],
  ['chat-bubble-text', 'chat-bubble'],
];
const shapes: [shape: string, ground: string][] = [
  ['control-border', 'surface'],
  ['control-border', 'canvas'],
  ['accent', 'canvas'],
  ['accent', 'surface'],
];

describe('the seven chat themes', () => {
  it('are those of the documents, and the first one is the default', () => {
    expect(AppSettings.parse({ name: 'Helper' }).themeName).toBe(chatThemes[0]);
    expect(chatThemes).toEqual([
      'Light mode 1',
      'Light mode 2',
      'Dark mode',
      'Blue',
      'Green',
      'Purple',
      'Dark Blue',
    ]);
  });

  it.each(chatThemes)('%s has enough contrast for every text and control', { tags: ['APP-41'] }, (theme) => {
    const color = colorIn(themeAttribute(theme));
    const weak = (pairs: [string, string][], least: number) =>
      pairs.filter(([one, other]) => contrast(color(one), color(other)) < least);
    expect(weak(texts, 4.5)).toEqual([]);
    expect(weak(shapes, 3)).toEqual([]);
  });

  it('look different from each other', () => {
    const looks = chatThemes.map((theme) => {
      const color = colorIn(themeAttribute(theme));
      return `${color('canvas')} ${color('accent')}`;
    });
    expect(new Set(looks).size).toBe(chatThemes.length);
  });
});

import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { documents, renderExample } from './config-docs.ts';
import { getNote, Variables } from './config-schema.ts';

const names = Object.keys(Variables.shape);

describe('the description of the configuration', () => {
  it.each(documents)('in $file.pathname equals what the schema generates', async ({ file, render }) => {
    expect(await readFile(file, 'utf8')).toBe(render());
  });

  it('has every variable', () => {
    expect([...renderExample().matchAll(/^#([A-Z_]+)=/gm)].map((match) => match[1])).toEqual(names);
  });

  it('states the actual defaults', () => {
    const stated = Object.fromEntries(
      names.flatMap((name) => {
        const { fallback } = getNote(name);
        // This default applies only with a key. Setting the variable alone would turn the provider on.
        return fallback === undefined || name === 'OPENAI_BASE_URL' ? [] : [[name, fallback]];
      }),
    );
    expect(loadConfig(stated)).toEqual(loadConfig({}));
  });
});

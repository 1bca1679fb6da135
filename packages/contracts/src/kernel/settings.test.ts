import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AgentSettings, agentSettingGroups, crewSettingGroups } from '../assistants/agents/agent-shapes.ts';
import { AppSettings, appSettingGroups } from '../assistants/apps/app-settings.ts';
import { listSettings, setting } from './settings.ts';
import { text } from './shapes.ts';

describe('the list of settings', () => {
  const Inner = z.object({
    enabled: setting(z.boolean().default(true), { label: 'Read it' }),
    tokensAtMost: setting(z.number().int().min(5).max(10).default(7), { step: 5 }),
  });
  const settings = z.object({
    plain: z.string(),
    note: setting(text(300).default(''), { group: 'a', rows: 2 }),
    inner: setting(Inner.prefault({}), { group: 'b' }),
    whole: setting(z.object({ kind: setting(z.enum(['X']), {}) }), { group: 'b', control: 'own' }),
  });

  it('contains those that are described, with paths, places and the limits of their schemas', () => {
    expect(listSettings(settings)).toMatchObject([
      { path: 'note', label: 'Note', group: 'a', rows: 2, value: { type: 'TEXT', maxLength: 300 } },
      { path: 'inner.enabled', label: 'Read it', group: 'b', value: { type: 'BOOLEAN' } },
      {
        path: 'inner.tokensAtMost',
        label: 'Tokens at most',
        group: 'b',
        under: 'inner.enabled',
        value: { type: 'NUMBER', min: 5, max: 10 },
      },
      { path: 'whole', control: 'own', value: { type: 'OTHER' } },
      { path: 'whole.kind', group: 'b', under: 'whole' },
    ]);
  });
});

describe('the settings of an app', () => {
  const listed = listSettings(AppSettings);

  it('are in a group of the form each, but for those that no form shows', () => {
    const groups = new Set<unknown>(appSettingGroups.map(({ id }) => id));
    expect(listed.filter(({ group }) => !groups.has(group))).toEqual([]);
    const shown = new Set(listed.map(({ path }) => path.split('.')[0]));
    expect(Object.keys(AppSettings.shape).filter((key) => !shown.has(key))).toEqual([
      'appType',
      'instructionType',
      'allowedSites',
    ]);
  });

  it('depend on settings that exist', () => {
    const paths = new Set(listed.map(({ path }) => path));
    const named = listed
      .flatMap(({ under, when }) => [under, when?.path])
      .filter((path) => path !== undefined);
    expect(named.filter((path) => !paths.has(path))).toEqual([]);
  });
});

describe('the settings of an agent', () => {
  const listed = listSettings(AgentSettings);

  it('are in a group of the form each, and all of them are shown', () => {
    const groups = new Set<unknown>([...agentSettingGroups, ...crewSettingGroups].map(({ id }) => id));
    expect(listed.filter(({ group, under }) => !groups.has(group) && under === undefined)).toEqual([]);
    const shown = new Set(listed.map(({ path }) => path.split('.')[0]));
    expect(Object.keys(AgentSettings.shape).filter((key) => !shown.has(key))).toEqual([]);
  });

  it('have words for every value that one can choose', () => {
    const { mode, agentType, approval } = AgentSettings.shape;
    const wordsOf = (path: string) =>
      listed.find((each) => each.path === path)?.choices?.map(({ value }) => value);
    expect(wordsOf('mode')).toEqual(mode.unwrap().options);
    expect(wordsOf('agentType')).toEqual(agentType.unwrap().options);
    expect(wordsOf('approval')).toEqual(approval.unwrap().options);
  });
});

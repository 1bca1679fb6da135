import { plugins, upcomingConnectors } from '@atelier/connectors';
import { ImportType } from '@atelier/contracts';
import { describe, expect, it } from 'vitest';
import { findConnector, listConnectors } from './catalogue.ts';

const announced = [
  'Gmail',
  'Google Calendar',
  'Slack',
  'AWS S3',
  'Excel',
  'Github',
  'Database',
  'Reddit',
  'Zendesk',
  'Youtube',
];

/** Tried with servers of their own, elsewhere. */
const databases = ['POSTGRESQL', 'REDSHIFT', 'ELASTICSEARCH', 'MONGODB'];

describe('the catalogue of sources', () => {
  it('names the upcoming connectors in their order, each with its steps (CONNECTOR-03, CONNECTOR-28, CONNECTOR-29, CONNECTOR-30, CONNECTOR-31, CONNECTOR-32, CONNECTOR-33, CONNECTOR-34)', () => {
    expect(upcomingConnectors.slice(0, announced.length).map(({ title }) => title)).toEqual(announced);
    for (const title of announced.slice(3)) {
      const entry = listConnectors().find((each) => each.title === title);
      expect(entry).toMatchObject({ kind: 'CONNECTOR', status: 'UPCOMING', type: null });
      expect(entry?.help.length, title).toBeGreaterThanOrEqual(2);
      expect(entry?.help.join(' ').length, title).toBeGreaterThan(100);
    }
  });

  it('has four plugins with their steps; one is ready when its import is (CONNECTOR-04, CONNECTOR-35)', () => {
    const entries = listConnectors().filter(({ kind }) => kind === 'PLUGIN');
    expect(entries.map(({ title }) => title)).toEqual([
      'Jira',
      'Google Calendar',
      'Microsoft Calendar',
      'Rest API Call',
    ]);
    for (const entry of entries) expect(entry.help.length, entry.title).toBeGreaterThanOrEqual(2);
    expect(entries.find(({ title }) => title === 'Rest API Call')).toMatchObject({
      status: 'READY',
      type: 'API',
    });
    expect(plugins.find(({ title }) => title === 'Microsoft Calendar')?.type).toBeUndefined();
  });

  it('shows every import type once: ready with its fields, or upcoming (CONNECTOR-01, CONNECTOR-05)', () => {
    const entries = listConnectors().filter(({ kind }) => kind === 'CONNECTOR');
    const known = new Set(entries.map(({ type }) => type));
    expect(known.size).toBeGreaterThanOrEqual(ImportType.options.length - databases.length);
    for (const type of ImportType.options.filter((each) => known.has(each))) {
      const shown = entries.filter((entry) => entry.type === type);
      expect(shown.length, type).toBe(1);
      expect(shown[0]?.status, type).toBe(findConnector(type) ? 'READY' : 'UPCOMING');
      expect(shown[0]?.help.length, type).toBeGreaterThanOrEqual(2);
    }
  });

  it('has no two entries of one id', () => {
    const ids = listConnectors().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

import { plugins, upcomingConnectors } from '@atelier/connectors/upcoming';
import { ImportType } from '@atelier/contracts/content/bases/import-shapes';
import { describe, expect, it } from 'vitest';
import { listConnectors } from './catalogue.ts';

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

/** Every import type as the requirements list them. Files are uploaded and need no connector. */
const importTypes =
  `FILE MANUAL API WEBSITE JIRA SHEETS GMAIL DOCS CALENDAR NOTION SLACK SLIDE ELASTICSEARCH WEBHOOK
  SERVICENOW POSTGRESQL MONGODB CONFLUENCE REDSHIFT SHAREPOINT TEAMS ONEDRIVE GOOGLEDRIVE`.split(/\s+/);

/** The types that have a connector, under the names of their wizards. */
const ready = [
  ['MANUAL', 'Text'],
  ['API', 'API'],
  ['WEBSITE', 'Website'],
  ['WEBHOOK', 'Webhook'],
  ['POSTGRESQL', 'PostgreSQL'],
  ['REDSHIFT', 'AWS RedShift'],
  ['ELASTICSEARCH', 'Elasticsearch'],
  ['MONGODB', 'MongoDB'],
];

describe('the catalogue of sources', () => {
  it('names the upcoming connectors in their order, each with its steps', {
    tags: [
      'CONNECTOR-03',
      'CONNECTOR-28',
      'CONNECTOR-29',
      'CONNECTOR-30',
      'CONNECTOR-31',
      'CONNECTOR-32',
      'CONNECTOR-33',
      'CONNECTOR-34',
    ],
  }, () => {
    expect(upcomingConnectors.slice(0, announced.length).map(({ title }) => title)).toEqual(announced);
    for (const title of announced.slice(3)) {
      const entry = listConnectors().find((each) => each.title === title);
      expect(entry).toMatchObject({ kind: 'CONNECTOR', status: 'UPCOMING', type: null });
      expect(entry?.help.length, title).toBeGreaterThanOrEqual(2);
      expect(entry?.help.join(' ').length, title).toBeGreaterThan(100);
    }
  });

  it('has four plugins with their steps; one is ready when its import is', {
    tags: ['CONNECTOR-04', 'CONNECTOR-35'],
  }, () => {
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

  it('lists every import type but files once, with steps, as ready or as upcoming', {
    tags: ['CONNECTOR-01', 'CONNECTOR-05', 'IMPORT-02'],
  }, () => {
    expect(ImportType.options).toEqual(importTypes);
    const entries = listConnectors().filter(({ kind, type }) => kind === 'CONNECTOR' && type !== null);
    expect(entries.map(({ type }) => String(type)).sort()).toEqual(importTypes.slice(1).sort());
    for (const { title, help } of entries) expect(help.length, title).toBeGreaterThanOrEqual(2);
  });

  it('has a wizard with fields for what can be read from', {
    tags: [
      'CONNECTOR-06',
      'CONNECTOR-07',
      'CONNECTOR-16',
      'CONNECTOR-17',
      'CONNECTOR-20',
      'CONNECTOR-21',
      'CONNECTOR-23',
      'CONNECTOR-38',
    ],
  }, () => {
    const entries = listConnectors().filter(({ kind, status }) => kind === 'CONNECTOR' && status === 'READY');
    expect(entries.map(({ type, title }) => [type, title])).toEqual(ready);
    for (const { title, settingsFields } of entries) expect(settingsFields, title).not.toEqual([]);
  });

  it('has no two entries of one id', () => {
    const ids = listConnectors().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

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
  it('names the announced connectors in their order', { tags: ['CONNECTOR-03'] }, () => {
    expect(upcomingConnectors.slice(0, announced.length).map(({ title }) => title)).toEqual(announced);
  });

  /** Expects an entry that cannot be chosen yet, with instructions. */
  const expectAnnounced = (title: string): void => {
    const entry = listConnectors().find((each) => each.title === title);
    expect(entry).toMatchObject({ kind: 'CONNECTOR', status: 'UPCOMING', type: null });
    expect(entry?.help.length).toBeGreaterThanOrEqual(2);
    expect(entry?.help.join(' ').length).toBeGreaterThan(100);
  };

  it('announces AWS S3 with its steps', { tags: ['CONNECTOR-28'] }, () => expectAnnounced('AWS S3'));
  it('announces Excel with its steps', { tags: ['CONNECTOR-29'] }, () => expectAnnounced('Excel'));
  it('announces Github with its steps', { tags: ['CONNECTOR-30'] }, () => expectAnnounced('Github'));
  it('announces Database with its steps', { tags: ['CONNECTOR-31'] }, () => expectAnnounced('Database'));
  it('announces Reddit with its steps', { tags: ['CONNECTOR-32'] }, () => expectAnnounced('Reddit'));
  it('announces Zendesk with its steps', { tags: ['CONNECTOR-33'] }, () => expectAnnounced('Zendesk'));
  it('announces Youtube with its steps', { tags: ['CONNECTOR-34'] }, () => expectAnnounced('Youtube'));

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
    tags: ['IMPORT-02'],
  }, () => {
    expect(ImportType.options).toEqual(importTypes);
    const entries = listConnectors().filter(({ kind, type }) => kind === 'CONNECTOR' && type !== null);
    expect(entries.map(({ type }) => String(type)).sort()).toEqual(importTypes.slice(1).sort());
    for (const { title, help } of entries) expect(help.length, title).toBeGreaterThanOrEqual(2);
  });

  /** Expects a connector of this type that can be chosen, with fields to fill in. */
  const expectWizard = (type: string, title: string): void => {
    const entry = listConnectors().find((each) => each.kind === 'CONNECTOR' && each.type === type);
    expect(entry).toMatchObject({ status: 'READY', title });
    expect(entry?.settingsFields).not.toEqual([]);
  };

  it('has a wizard for API', { tags: ['CONNECTOR-06'] }, () => expectWizard('API', 'API'));
  it('has a wizard for Website', { tags: ['CONNECTOR-07'] }, () => expectWizard('WEBSITE', 'Website'));
  it('has a wizard for Elasticsearch', { tags: ['CONNECTOR-16'] }, () =>
    expectWizard('ELASTICSEARCH', 'Elasticsearch'),
  );
  it('has a wizard for Webhook', { tags: ['CONNECTOR-17'] }, () => expectWizard('WEBHOOK', 'Webhook'));
  it('has a wizard for PostgreSQL', { tags: ['CONNECTOR-20'] }, () =>
    expectWizard('POSTGRESQL', 'PostgreSQL'),
  );
  it('has a wizard for MongoDB', { tags: ['CONNECTOR-21'] }, () => expectWizard('MONGODB', 'MongoDB'));
  it('has a wizard for AWS RedShift', { tags: ['CONNECTOR-23'] }, () =>
    expectWizard('REDSHIFT', 'AWS RedShift'),
  );
  it('has a wizard for Text', { tags: ['CONNECTOR-38'] }, () => expectWizard('MANUAL', 'Text'));

  it('has no wizard for any other source', () => {
    const entries = listConnectors().filter(({ kind, status }) => kind === 'CONNECTOR' && status === 'READY');
    expect(entries.map(({ type, title }) => [type, title])).toEqual(ready);
  });

  it('has no two entries of one id', () => {
    const ids = listConnectors().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

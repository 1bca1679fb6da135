import { ImportType } from '@atelier/contracts/content/bases/import-shapes';
import { describe, expect, it } from 'vitest';
import { sourceKindLabel } from './import-source.ts';

const file = (name: string) => sourceKindLabel({ type: 'FILE', name });
const source = (type: string) => sourceKindLabel({ type, name: 'report.pdf' });

describe('the source of a file', () => {
  it('is AUDIO for mp3', { tags: ['IMPORT-16'] }, () => {
    expect(file('Interview.MP3')).toBe('AUDIO');
  });

  it.each(['bmp', 'gif', 'jpg', 'jpeg', 'png', 'webp', 'svg'])(
    'is IMAGE for %s',
    { tags: ['IMPORT-17'] },
    (ending) => {
      expect(file(`plan.${ending}`)).toBe('IMAGE');
    },
  );

  it.each(['avi', 'flv', 'mkv', 'mov', 'mp4', 'mpeg', 'mpg', 'webm', 'wmv', 'ogv'])(
    'is VIDEO for %s',
    { tags: ['IMPORT-18', 'IMPORT-19'] },
    (ending) => {
      expect(file(`talk.${ending}`)).toBe('VIDEO');
    },
  );

  it.each(['talk.OGV', '.ogv', 'talk..ogv'])(
    'is VIDEO for ogv with its dot: %s',
    { tags: ['IMPORT-19'] },
    (name) => {
      expect(file(name)).toBe('VIDEO');
    },
  );

  it.each(['handbook.pdf', 'plan.docx', 'README', 'notes.mp3.txt', 'a.b/c'])(
    'is DOCUMENT for everything else: %s',
    { tags: ['IMPORT-20'] },
    (name) => {
      expect(file(name)).toBe('DOCUMENT');
    },
  );
});

describe('the source of an import', () => {
  /** Expects imports of a type to be shown under this name. */
  const expectShownAs = (type: string, name: string): void => {
    expect(source(type)).toBe(name);
  };

  it('WEBSITE reads URL', { tags: ['IMPORT-21'] }, () => expectShownAs('WEBSITE', 'URL'));
  it('DOCS reads Google Docs', { tags: ['IMPORT-22'] }, () => expectShownAs('DOCS', 'Google Docs'));
  it('SHEETS reads Google Sheet', { tags: ['IMPORT-23'] }, () => expectShownAs('SHEETS', 'Google Sheet'));
  it('CALENDAR reads Google Calendar', { tags: ['IMPORT-24'] }, () =>
    expectShownAs('CALENDAR', 'Google Calendar'),
  );
  it('SLIDE reads Google Slide', { tags: ['IMPORT-25'] }, () => expectShownAs('SLIDE', 'Google Slide'));
  it('REDSHIFT reads AWS RedShift', { tags: ['IMPORT-26'] }, () => expectShownAs('REDSHIFT', 'AWS RedShift'));
  it('TEAMS reads Microsoft Teams', { tags: ['IMPORT-27'] }, () => expectShownAs('TEAMS', 'Microsoft Teams'));
  it('ONEDRIVE reads One Drive', { tags: ['IMPORT-28'] }, () => expectShownAs('ONEDRIVE', 'One Drive'));
  it('GOOGLEDRIVE reads Google Drive', { tags: ['IMPORT-29'] }, () =>
    expectShownAs('GOOGLEDRIVE', 'Google Drive'),
  );
  it.each([
    ['SLACK', 'Slack'],
    ['MANUAL', 'Text'],
  ])('%s, for which no name is given, reads %s', { tags: ['IMPORT-33'] }, (type, name) => {
    expect(source(type)).toBe(name);
  });

  it.each([
    ['API', 'API'],
    ['JIRA', 'Jira'],
    ['CONFLUENCE', 'Confluence'],
    ['GMAIL', 'Gmail'],
    ['NOTION', 'Notion'],
    ['ELASTICSEARCH', 'Elasticsearch'],
    ['SERVICENOW', 'ServiceNow'],
    ['WEBHOOK', 'Webhook'],
    ['MONGODB', 'MongoDB'],
    ['POSTGRESQL', 'PostgreSQL'],
    ['SHAREPOINT', 'SharePoint'],
  ])(
    '%s reads as its own name, as its makers write it: %s',
    { tags: ['IMPORT-30', 'IMPORT-31'] },
    (type, name) => {
      expect(source(type)).toBe(name);
    },
  );

  it('is Unknown for anything else, and for no type of the contract', { tags: ['IMPORT-32'] }, () => {
    expect(source('FAX')).toBe('Unknown');
    expect(ImportType.options.filter((type) => source(type) === 'Unknown')).toEqual([]);
  });
});

import { ImportType } from '@atelier/contracts/content/bases/import-shapes';
import { describe, expect, it } from 'vitest';
import { sourceOf } from './import-source.ts';

const file = (name: string) => sourceOf({ type: 'FILE', name });
const source = (type: string) => sourceOf({ type, name: 'report.pdf' });

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
  it.each([
    ['WEBSITE', 'URL', 'IMPORT-21'],
    ['DOCS', 'Google Docs', 'IMPORT-22'],
    ['SHEETS', 'Google Sheet', 'IMPORT-23'],
    ['CALENDAR', 'Google Calendar', 'IMPORT-24'],
    ['SLIDE', 'Google Slide', 'IMPORT-25'],
    ['REDSHIFT', 'AWS RedShift', 'IMPORT-26'],
    ['TEAMS', 'Microsoft Teams', 'IMPORT-27'],
    ['ONEDRIVE', 'One Drive', 'IMPORT-28'],
    ['GOOGLEDRIVE', 'Google Drive', 'IMPORT-29'],
    ['SLACK', 'Slack', 'IMPORT-33'],
    ['MANUAL', 'Text', 'IMPORT-33'],
  ])('%s reads %s (%s)', (type, name) => {
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

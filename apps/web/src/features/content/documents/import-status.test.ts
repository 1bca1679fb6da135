import { describe, expect, it } from 'vitest';
import { parseStatusFilter, statusFilters, statusInDetail, statusInList } from './import-status.ts';

describe('the status of a document', () => {
  it.each([
    ['SUCCESS', 'Success', 'Completed'],
    ['COMPLETED', 'Success', 'Completed'],
    ['IMPORTED', 'Success', 'Completed'],
  ])('%s reads %s, in a list %s', { tags: ['IMPORT-05', 'IMPORT-11'] }, (status, detail, list) => {
    expect(statusInDetail(status)).toEqual({ label: detail, tone: 'success' });
    expect(statusInList(status)).toEqual({ label: list, tone: 'success' });
  });

  it.each(['FAILED', 'ERRORED'])(
    '%s reads Errored in red, in a list Failed',
    { tags: ['IMPORT-06', 'IMPORT-11'] },
    (status) => {
      expect(statusInDetail(status)).toEqual({ label: 'Errored', tone: 'danger' });
      expect(statusInList(status)).toEqual({ label: 'Failed', tone: 'danger' });
    },
  );

  it.each(['IN-PROGRESS', 'IN_PROGRESS'])(
    '%s reads In Progress, in a list Processing',
    { tags: ['IMPORT-07', 'IMPORT-11'] },
    (status) => {
      expect(statusInDetail(status).label).toBe('In Progress');
      expect(statusInList(status).label).toBe('Processing');
    },
  );

  it.each(['IN-QUEUE', 'IN_QUEUE'])(
    '%s reads In Queue, in a list Processing',
    { tags: ['IMPORT-08', 'IMPORT-11'] },
    (status) => {
      expect(statusInDetail(status).label).toBe('In Queue');
      expect(statusInList(status).label).toBe('Processing');
    },
  );

  it('PENDING reads Pending everywhere', { tags: ['IMPORT-09'] }, () => {
    expect(statusInDetail('PENDING').label).toBe('Pending');
    expect(statusInList('PENDING').label).toBe('Pending');
  });

  it('is Unknown when the table does not have it, in lists and elsewhere', {
    tags: ['IMPORT-10', 'IMPORT-14'],
  }, () => {
    expect(statusInDetail('ARCHIVED').label).toBe('Unknown');
    expect(statusInList('').label).toBe('Unknown');
  });

  it.each([
    ['STAGED', 'Staged'],
    ['CREATED', 'Created'],
    ['RUNNING', 'In Progress'],
  ])('%s has a name of its own, %s', { tags: ['IMPORT-12'] }, (status, label) => {
    expect(statusInDetail(status).label).toBe(label);
  });
});

describe('the processing filter', () => {
  it('offers Processing, Completed, Failed and Pending under the words of the server', {
    tags: ['IMPORT-04', 'IMPORT-13'],
  }, () => {
    expect(statusFilters.slice(0, 4)).toEqual([
      { value: 'IN-QUEUE', label: 'Processing' },
      { value: 'COMPLETED', label: 'Completed' },
      { value: 'ERRORED', label: 'Failed' },
      { value: 'PENDING', label: 'Pending' },
    ]);
  });

  it('ignores a word that it does not offer', () => {
    expect(parseStatusFilter('ERRORED')).toBe('ERRORED');
    expect(parseStatusFilter('constructor')).toBeUndefined();
  });
});

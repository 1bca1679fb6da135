import type { RecordFile } from '@atelier/contracts/assistants/workers/record-shapes';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderUi } from '../../../../../tests/render-ui.tsx';
import { DocumentList } from './document-list.tsx';

const file = (id: string, name: string): RecordFile => ({
  ...{ id, name, type: 'application/octet-stream', size: 2048, sha256: '0' },
  url: `/api/worker/record/rec_1/files/${id}`,
});

const shown: (string | undefined)[] = [];
const show = (files: RecordFile[], shownId?: string) =>
  renderUi(
    <DocumentList
      label="Files"
      files={files}
      shownId={shownId}
      onShow={(id) => {
        shown.push(id);
      }}
    />,
  );

describe('the files of a record', () => {
  it('have names that are cut to 45 characters', { tags: ['CONST-14', 'RECORD-19'] }, async () => {
    const name = `${'x'.repeat(60)}.pdf`;
    await show([file('fil_1', name)]);
    expect(screen.getByText('x'.repeat(45)).title).toBe(name);
  });

  it('can be shown when they have a type, and opened or downloaded in any case', {
    tags: ['RECORD-17', 'RECORD-18'],
  }, async () => {
    await show([file('fil_1', 'a.pdf'), file('fil_2', 'mail.eml'), file('fil_3', 'note.txt')], 'fil_3');
    await userEvent.click(screen.getByRole('button', { name: 'Show a.pdf' }));
    await userEvent.click(screen.getByRole('button', { name: 'Hide note.txt' }));
    expect(shown.slice(-2)).toEqual(['fil_1', undefined]);
    expect(screen.queryByRole('button', { name: /Show mail/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Open in a new tab: mail.eml' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Download: note.txt' })).toBeTruthy();
  });
});

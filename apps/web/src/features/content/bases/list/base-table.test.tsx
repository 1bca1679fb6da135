import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ada } from '../../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../../tests/open-app.tsx';
import { baseReply, pageReply } from '../../../../../tests/source-replies.ts';

describe('the list of knowledge bases', () => {
  const server = withBuilderServer();

  it('says where the documents of each come from', { tags: ['KB-01', 'KB-07'] }, async () => {
    const { state } = server.current;
    state.user = ada;
    const counts = { ...baseReply.counts, documents: 12 };
    state.replies['GET /api/content/knowledge-bases'] = pageReply([
      { ...baseReply, counts, sourceKinds: ['DOCUMENTS', 'WEBSITE'] },
    ]);
    open('/knowledge-base');
    const table = await screen.findByRole('table', { name: 'Knowledge bases' });
    const row = await within(table).findByRole('row', { name: /Handbook/ });
    expect(within(row).getByText('Files, Website').parentElement?.textContent).toBe('12Files, Website');
  });
});

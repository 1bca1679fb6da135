import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type BuilderServer,
  startBuilderServer,
  stopBuilderServers,
} from '../../../../../tests/builder-server.ts';
import { renderUi } from '../../../../../tests/render-ui.tsx';
import { createQueryClient } from '../../../../lib/query.ts';
import { AttachFile, withFile } from './attach-file.tsx';
import { FileList } from './run-files.tsx';

const file = (name: string) => ({
  id: `fil_${'0'.repeat(26)}`,
  name,
  type: 'text/csv',
  size: 2048,
  sha256: '',
});

let server: BuilderServer;
beforeEach(async () => {
  server = await startBuilderServer();
});
afterEach(cleanup);
afterAll(stopBuilderServers);

describe('the files of a run', () => {
  it('are shown in title case, cut to four words and an ellipsis, and downloaded under their own name', {
    tags: ['FLOW-19'],
  }, async () => {
    await renderUi(<FileList runId="run_1" files={[file('quarterly report of the north.csv')]} />);
    expect(screen.getByText('Quarterly Report Of The…').title).toBe('quarterly report of the north.csv');
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: /^Download quarterly report/ });
    expect(link.getAttribute('href')).toBe(`/api/orchestrator/runs/run_1/files/fil_${'0'.repeat(26)}`);
    expect(link.download).toBe('quarterly report of the north.csv');
  });

  it('are put into the data of a run by hand, where the chosen name is cut to 45 characters', {
    tags: ['CONST-14'],
  }, async () => {
    const name = `${'x'.repeat(60)}.csv`;
    server.state.replies['POST /api/orchestrator/flows/flw_1/files'] = { data: file(name) };
    const given: unknown[] = [];
    const { container } = await renderUi(
      <QueryClientProvider client={createQueryClient()}>
        <AttachFile flowId="flw_1" onFile={(one) => given.push(one)} />
        <FileList runId="run_1" files={[file('one two three four five.csv')]} />
      </QueryClientProvider>,
    );
    const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('There is no input for files.');
    await userEvent.upload(input, new File(['a'], name));
    // Other messages may be shown beside this one.
    const message = await screen.findByText(`${'x'.repeat(45)}… is in the data as “file”.`);
    expect(message.closest('[role="status"]')).not.toBeNull();
    expect(given).toEqual([file(name)]);
    // The file of a flow is cut to four words instead.
    expect(screen.getByText('One Two Three Four…')).toBeTruthy();
  });

  it('go to the body of the data, as those of a webhook do', () => {
    const one = file('a.csv');
    expect(withFile({ body: { n: 1 } }, one)).toEqual({ body: { n: 1, file: one } });
    expect(withFile({ n: 1 }, one)).toEqual({ n: 1, file: one });
    expect(withFile(null, one)).toEqual({ file: one });
  });
});

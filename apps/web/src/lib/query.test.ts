import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { changePages, readAgain, usePages, useRead } from './query.ts';

it('changes the pages of a list, and leaves alone what the same call gave as one reply', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const reply = () =>
    Response.json({
      success: true,
      responseCode: 200,
      responseData: { items: ['a'], nextCursor: null, total: 1 },
    });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => reply());
  const { listImports } = documentImports.endpoints;
  const request = { params: { id: 'kb_1' }, query: { limit: 100 } };
  const { result } = renderHook(
    () => ({ pages: usePages(listImports, request), whole: useRead(listImports, request) }),
    {
      wrapper: ({ children }: { children: ReactNode }) =>
        createElement(QueryClientProvider, { client }, children),
    },
  );
  await waitFor(() =>
    expect([result.current.pages.rows, result.current.whole.data?.items]).toEqual([['a'], ['a']]),
  );
  changePages<{ pages: { items: string[] }[] }>(
    client,
    listImports,
    { id: 'kb_1' },
    ({ pages, ...rest }) => ({
      ...rest,
      pages: pages.map((page) => ({ ...page, items: ['b'] })),
    }),
  );
  await waitFor(() => expect(result.current.pages.rows).toEqual(['b']));
  expect(result.current.whole.data?.items).toEqual(['a']);
  vi.restoreAllMocks();
});

it('reads once more what was read for the first time while it changed', async () => {
  const client = new QueryClient();
  const first = Promise.withResolvers<string>();
  const read = vi.fn<() => Promise<string>>().mockReturnValueOnce(first.promise).mockResolvedValue('ended');
  const { result } = renderHook(() => useQuery({ queryKey: ['runs', { id: 1 }], queryFn: read }), {
    wrapper: ({ children }: { children: ReactNode }) =>
      createElement(QueryClientProvider, { client }, children),
  });
  const changed = readAgain(client, [['runs']]);
  first.resolve('running');
  await changed;
  await waitFor(() => expect(result.current.data).toBe('ended'));
  await readAgain(client, [['runs']]);
  expect(read).toHaveBeenCalledTimes(3);
});

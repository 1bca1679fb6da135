import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NewSource, Source } from '@atelier/contracts/content/sources/source-shapes';
import { sources } from '@atelier/contracts/content/sources/sources';
import type { Client } from '../client.ts';
import { eventually } from '../harness.ts';

export interface ListedRecord {
  id: number | string;
  title: string;
  body: string;
}

/** A site whose API lists records. A test can change them, make the API fail, or delay its second page. */
export interface RecordServer {
  origin: string;
  /** The host for OUTBOUND_ALLOW. */
  host: string;
  records: ListedRecord[];
  status: number;
  pageSize: number;
  asked: { path: string; headers: Record<string, unknown> }[];
  /** Makes pages after the first wait until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
}

export const startRecordServer = async (): Promise<RecordServer> => {
  let held: Promise<void> = Promise.resolve();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    site.asked.push({ path: request.url ?? '', headers: request.headers });
    const answer = () => {
      const page = Number(url.searchParams.get('page') ?? '1');
      const items = site.records.slice((page - 1) * site.pageSize, page * site.pageSize);
      response.writeHead(site.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: { items, total: site.records.length } }));
    };
    if (Number(url.searchParams.get('page') ?? '1') > 1) void held.then(answer);
    else answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const site: RecordServer = {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    records: [],
    status: 200,
    pageSize: 100,
    asked: [],
    hold() {
      const gate = Promise.withResolvers<void>();
      held = gate.promise;
      return gate.resolve;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return site;
};

export const record = (id: number, body = `The answer of record ${id} is ${id * 7}.`): ListedRecord => ({
  id,
  title: `Record ${id}`,
  body,
});

/** Returns settings that read the records of such a site. */
export const recordSettings = (site: RecordServer): NewSource['settings'] => ({
  url: `${site.origin}/records`,
  listPath: 'data.items',
  idField: 'id',
  titleField: 'title',
  template: '# {{title}}\n\n{{body}}',
  pagination: 'PAGE',
});

export const newSource = (client: Client, body: Partial<NewSource> & { knowledgeBaseId: string }) =>
  client.call(sources.endpoints.init, { body: { type: 'API', name: 'Records', ...body } });

/** Waits until the sync has ended and every document that it brought is imported. */
export const synced = (client: Client, sourceId: string): Promise<Source> =>
  eventually(async () => {
    const source = await client.call(sources.endpoints.get, { params: { sourceId } });
    const isOver = source.sync && source.sync.status !== 'IN-QUEUE' && source.sync.status !== 'IN-PROGRESS';
    return isOver === true && source.balance.pending === 0 && source;
  });

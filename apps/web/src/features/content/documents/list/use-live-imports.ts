import { ImportEvents, type KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { changePages, readAgain } from '../../../../lib/query.ts';
import { buildRequestPath } from '../../../../lib/server/api.ts';
import { type StreamEvent, subscribe } from '../../../../lib/server/event-stream.ts';
import type { Balance } from '../model/import-balance.ts';
import { applyChanges, type ImportChanges, type ImportPages } from '../model/import-pages.ts';
import { afterChange } from '../source-api.ts';

const { endpoints } = documentImports;
const { import: ImportEvent, removed: RemovedEvent, balance: BalanceEvent } = ImportEvents;

/** Milliseconds to collect changes before drawing, because many rows change at once while files are read. */
const drawAfterMs = 120;
/** Milliseconds until the list and the open document are read again after a status has changed, which may affect both. */
const readAgainAfterMs = 2000;

/** Collects events until they are taken. */
class EventCollector {
  readonly #statuses = new Map<string, string>();
  #rows = new Map<string, KnowledgeImport>();
  #removed = new Set<string>();
  #balance: Balance | undefined;
  /** True when a document was added, removed or changed its status since the last `take`. */
  isListOutdated = false;

  add({ event, data }: StreamEvent): void {
    const row = event === 'import' ? ImportEvent.safeParse(data).data : undefined;
    if (row) this.#hearRow(row);
    const removed = event === 'removed' ? RemovedEvent.safeParse(data).data : undefined;
    if (removed) {
      this.#removed.add(removed.knowledgeBaseImportId);
      this.isListOutdated = true;
    }
    if (event === 'balance') this.#balance = BalanceEvent.safeParse(data).data ?? this.#balance;
  }

  take(): ImportChanges {
    const changes = { rows: this.#rows, removed: this.#removed, balance: this.#balance };
    this.#rows = new Map();
    this.#removed = new Set();
    return changes;
  }

  #hearRow(row: KnowledgeImport): void {
    const id = row.knowledgeBaseImportId;
    this.#rows.set(id, row);
    if (this.#statuses.get(id) !== row.status) this.isListOutdated = true;
    this.#statuses.set(id, row.status);
  }
}

const draw = (client: QueryClient, id: string, changes: ImportChanges): void =>
  changePages<ImportPages>(client, endpoints.listImports, { id }, (cached) => applyChanges(cached, changes));

const readAll = (client: QueryClient) =>
  void readAgain(
    client,
    afterChange.map(({ path }) => [path]),
  );

/** Runs a function once after a delay, however often it is requested meanwhile. */
const delayed = (run: () => void, milliseconds: number) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fire = () => {
    timer = undefined;
    run();
  };
  return {
    ask: () => {
      timer ??= setTimeout(fire, milliseconds);
    },
    stop: () => clearTimeout(timer),
  };
};

/** Keeps the cached documents of a knowledge base up to date with its live events. */
export const useLiveImports = (knowledgeBaseId: string): void => {
  const client = useQueryClient();
  useEffect(() => {
    const collector = new EventCollector();
    const drawing = delayed(() => draw(client, knowledgeBaseId, collector.take()), drawAfterMs);
    const reading = delayed(() => {
      collector.isListOutdated = false;
      readAll(client);
    }, readAgainAfterMs);
    const unsubscribe = subscribe(buildRequestPath(endpoints.events, { query: { knowledgeBaseId } }), {
      onOpen: (isReconnect) => {
        if (isReconnect) readAll(client);
      },
      onEvent: (event) => {
        collector.add(event);
        drawing.ask();
        if (collector.isListOutdated) reading.ask();
      },
    });
    return () => {
      unsubscribe();
      drawing.stop();
      reading.stop();
      // Pending changes are applied at once, so that the next screen does not show stale rows.
      if (collector.isListOutdated) readAll(client);
    };
  }, [client, knowledgeBaseId]);
};

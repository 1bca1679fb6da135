import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { agentsState } from '../../../lib/account/agents-state.ts';
import { noLabels } from '../../../lib/document-labels.ts';
import { call } from '../../../lib/server/api.ts';
import { upload } from '../../../lib/server/upload.ts';
import { toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { FileUpload, type UploadPorts, type UploadState } from './file-upload.ts';
import { uploadForm } from './upload-form.ts';

const { endpoints } = documentImports;

/** The uploads to all knowledge bases. They continue while the user is on other screens. */
export class UploadStore {
  readonly #client: QueryClient;
  readonly #uploads = new Map<string, FileUpload>();
  readonly #listeners = new Set<() => void>();

  constructor(client: QueryClient) {
    this.#client = client;
  }

  add(knowledgeBaseId: string, files: readonly File[], labels = noLabels): void {
    const upload = this.#uploads.get(knowledgeBaseId) ?? new FileUpload(this.#portsOf(knowledgeBaseId));
    this.#uploads.set(knowledgeBaseId, upload);
    upload.add(files, labels);
  }

  retry(knowledgeBaseId: string): void {
    void this.#uploads.get(knowledgeBaseId)?.run();
  }

  /** Cancels an upload, or hides the result of a finished one. */
  dismiss(knowledgeBaseId: string): void {
    this.#uploads.get(knowledgeBaseId)?.cancel();
    this.#uploads.delete(knowledgeBaseId);
    this.#changed();
  }

  findUploadState(knowledgeBaseId: string): UploadState | undefined {
    return this.#uploads.get(knowledgeBaseId)?.state;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #portsOf(knowledgeBaseId: string): UploadPorts {
    const list = { params: { id: knowledgeBaseId }, query: { limit: 1 } };
    return {
      send: async (files, { labels, ...options }) => {
        const form = uploadForm(knowledgeBaseId, files, labels);
        const { imports } = await upload(endpoints.importFile, form, options);
        const added = imports.map((each) => each.knowledgeBaseImportId);
        agentsState.set({ uploadedImportIds: [...agentsState.get().uploadedImportIds, ...added] });
      },
      countUnchanged: async () => (await call(endpoints.listImports, list)).balance.unchanged,
      onTaken: () => {
        for (const { path } of [endpoints.listImports, knowledge.endpoints.get, knowledge.endpoints.list]) {
          void this.#client.invalidateQueries({ queryKey: [path] });
        }
      },
      onChange: () => this.#changed(knowledgeBaseId),
      notify: (text) => void toastSuccess(text, { warning: true }),
    };
  }

  #changed(knowledgeBaseId = ''): void {
    const state = this.findUploadState(knowledgeBaseId);
    if (state?.status === 'done' && state.refused.length === 0) this.#uploads.delete(knowledgeBaseId);
    const isSending = [...this.#uploads.values()].some((each) => each.state.status === 'sending');
    // Leaving the page would cancel the upload, so the browser asks first.
    if (isSending) addEventListener('beforeunload', askBeforeLeaving);
    else removeEventListener('beforeunload', askBeforeLeaving);
    for (const listener of this.#listeners) listener();
  }
}

const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

const stores = new WeakMap<QueryClient, UploadStore>();

/** The store of this query cache, whose lists it refreshes. */
export const useUploads = (): UploadStore => {
  const client = useQueryClient();
  const store = stores.get(client) ?? new UploadStore(client);
  stores.set(client, store);
  return store;
};

/** The state of the upload to a knowledge base; undefined when there is nothing to show. */
export const useUploadState = (knowledgeBaseId: string): UploadState | undefined => {
  const store = useUploads();
  return useSyncExternalStore(store.subscribe, () => store.findUploadState(knowledgeBaseId));
};

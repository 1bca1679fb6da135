import type { DocumentLabels } from '@atelier/contracts/content/bases/import-shapes';
import { noLabels } from '../../../lib/document-labels.ts';
import { ApiError } from '../../../lib/server/api-error.ts';
import { describeError, type ErrorDescription } from '../../../ui/feedback/describe-error.ts';
import { readProperty } from '../../../ui/feedback/read-property.ts';
import type { RefusedFile } from '../../../ui/forms/judge-files.ts';
import { nextPart, sumFileSizes, unchangedNotice, uploadFraction } from './model/upload-parts.ts';

export interface UploadState {
  status: 'sending' | 'failed' | 'done';
  fileCount: number;
  sentCount: number;
  totalBytes: number;
  /** The progress from 0 to 1. */
  fraction: number;
  /** The files that the server refused; the others were sent without them. */
  refused: RefusedFile[];
  /** The reason why the upload stopped. The remaining files can be sent again. */
  failure: ErrorDescription | undefined;
}

/** The functions through which an upload reaches the server, the screens and the user. */
export interface UploadPorts {
  send: (
    files: File[],
    options: { labels: DocumentLabels; signal: AbortSignal; onProgress: (fraction: number) => void },
  ) => Promise<void>;
  /** Returns how many files have been skipped so far because the knowledge base contains them already. */
  countUnchanged: () => Promise<number>;
  onTaken: () => void;
  onChange: () => void;
  notify: (text: string) => void;
}

/** Returns true when the server refuses these particular files, so that the others may go on. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 413 || error.code === 'knowledge.file_too_large');

/** Sends files to one knowledge base, one request after the other. More files may be added at any time. */
export class FileUpload {
  readonly #ports: UploadPorts;
  #queue: File[] = [];
  /** The labels of each file. All files of one request share their labels. */
  readonly #labels = new WeakMap<File, DocumentLabels>();
  #names: string[] = [];
  #sentBytes = 0;
  #part: { bytes: number; fraction: number } | undefined;
  #stop = new AbortController();
  #unchangedBefore: number | undefined;
  state: UploadState = {
    status: 'done',
    fileCount: 0,
    sentCount: 0,
    totalBytes: 0,
    fraction: 1,
    refused: [],
    failure: undefined,
  };

  constructor(ports: UploadPorts) {
    this.#ports = ports;
  }

  add(files: readonly File[], labels: DocumentLabels): void {
    for (const file of files) this.#labels.set(file, labels);
    this.#queue.push(...files);
    this.#names.push(...files.map((file) => file.name));
    const { fileCount, totalBytes, status } = this.state;
    this.#set({
      status: 'sending',
      fileCount: fileCount + files.length,
      totalBytes: totalBytes + sumFileSizes(files),
    });
    if (status !== 'sending') void this.run();
  }

  cancel(): void {
    this.#queue = [];
    this.#stop.abort();
    this.#set({ status: 'done', failure: undefined });
  }

  /** Sends the remaining files. It can be called again after a failure. */
  async run(): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    this.#set({ status: 'sending', failure: undefined });
    try {
      this.#unchangedBefore ??= await this.#ports.countUnchanged();
      while (this.#queue.length > 0 && !stop.signal.aborted) await this.#sendNext(stop.signal);
      if (!stop.signal.aborted) await this.#finish();
    } catch (error) {
      if (!stop.signal.aborted) this.#set({ status: 'failed', failure: describeError(error) });
    } finally {
      this.#part = undefined;
    }
  }

  async #sendNext(signal: AbortSignal): Promise<void> {
    const labels = this.#labelsOf(this.#queue[0]);
    const files = nextPart(this.#queue.filter((file) => this.#labelsOf(file) === labels));
    const part = { bytes: sumFileSizes(files), fraction: 0 };
    this.#part = part;
    const onProgress = (fraction: number) => {
      part.fraction = fraction;
      this.#set({});
    };
    try {
      await this.#ports.send(files, { labels, signal, onProgress });
      this.#settle(files, []);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const named = readProperty(error.details, 'name');
      const culprits = files.filter((file) => files.length === 1 || file.name === named);
      if (culprits.length === 0) throw error;
      this.#settle(culprits, [{ name: culprits[0]?.name ?? '', reason: `was refused: ${error.message}` }]);
    }
  }

  #labelsOf(file: File | undefined): DocumentLabels {
    return (file && this.#labels.get(file)) ?? noLabels;
  }

  #settle(files: readonly File[], refused: RefusedFile[]): void {
    const done = new Set(files);
    this.#queue = this.#queue.filter((file) => !done.has(file));
    this.#sentBytes += sumFileSizes(files);
    this.#part = undefined;
    const sent = refused.length > 0 ? 0 : files.length;
    this.#set({
      sentCount: this.state.sentCount + sent,
      refused: [...this.state.refused, ...refused],
    });
    if (sent > 0) this.#ports.onTaken();
  }

  async #finish(): Promise<void> {
    const now = await this.#ports.countUnchanged().catch(() => 0);
    const notice = unchangedNotice(now - (this.#unchangedBefore ?? 0), this.#names);
    if (notice !== undefined) this.#ports.notify(notice);
    this.#set({ status: 'done' });
  }

  #set(change: Partial<UploadState>): void {
    const next = { ...this.state, ...change };
    const { totalBytes } = next;
    const fraction = uploadFraction({ sentBytes: this.#sentBytes, totalBytes, part: this.#part });
    this.state = { ...next, fraction };
    this.#ports.onChange();
  }
}
